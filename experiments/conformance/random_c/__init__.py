"""Random C programs that end and have one meaning under -fwrapv: no undefined, unspecified or indeterminate value is used.

Inputs are calls of functions in0, in1, …; every loop spends fuel, and a program that runs out of it fails an assertion. Pointers
lead to what lives, functions call themselves three deep at most, and what is allocated is freed. gcc's sanitizers are asked, too.
Each program speaks a dialect of its own, a random part of what the generator knows (Groce and others, Swarm testing, 2012).
"""
