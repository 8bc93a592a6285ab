"""SLH files (.slh): scripts in the manner of SMT-LIB 2.6 about heaps of singly linked lists.

Sorts are Heap, Pointer, Bool, words `(_ BitVec w)`, all of one width, and Length: a word, or infinity, which is how far it is to
what no path leads to.
"""
