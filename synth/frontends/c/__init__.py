"""C: programs become transition systems (`load`), files with a function `check` become specifications (`specification`).

What C leaves open is read like this:
- Integers are two's complement; signed overflow wraps, or is a failed assertion where that is asked for. A conversion to a narrower
  type keeps the low bits. `char` is signed, an enumeration is unsigned unless one of its constants is negative, and as wide as they
  need.
- x / 0 has all bits set (a signed x: -1, or 1 where x is negative), x % 0 is x, INT_MIN / -1 wraps. A shift by the width of a type
  or more gives 0, or -1 to the right from a negative number. Right shifts copy the sign of signed numbers.
- Operands, arguments and initialisers are evaluated from left to right, the left side of an assignment first; the answer says so
  where that may matter (`Program.open_order`).
- Globals are 0 unless initialised; a local that is not initialised, or that a jump passes over, has any value each time that its
  block is entered. An index outside of its array is a failed assertion. What `assume` is told to be false ends a run unseen, `exit`
  and `abort` end it like the end of `main`.
- Files are preprocessed by gcc, as GNU C17, with standard headers of ours before the system's; a condition that the system's own
  headers would decide in another way is refused. Where there is no gcc we do so, and refuse what we cannot know of a compiler.
- Several files are linked by name (syntax/linking.py). A name that one defines and another uses otherwise, or of another type, is
  refused, as are two definitions; an inline function of several files has to say the same in all of them.
- `assert`, what verifiers agree on, and what of the standard library and gcc's builtins C can say (library.c) have their meaning;
  much of the rest is refused by name. What functions of input, output and time return is any value in the range that C gives; of
  printf it is any int, and rand repeats nothing after srand. Where C leaves a result open, such as which number isalpha returns, it
  is that of glibc. To reach __builtin_unreachable is a failed assertion. `argc` is not negative. Any other function that nothing
  defines returns any value and does nothing else, and is told as an assumption (`Program.undefined`).
- A call of a function that fails by its name, such as reach_error, is a failed assertion. Where the file defines the function and
  termination or no-overflow is asked, it does what it is defined to do. `abort`, `exit` and `assert` do always what the file says.
- `float` and `double` are IEEE-754, rounded to nearest even, without extra precision. NaNs are alike as numbers, and none is
  signaling (C17, F.2.1, leaves these undefined); which one a NaN is, its sign included, is any where that is looked at, in a union
  or by `signbit`. A number that is converted to an integer type that does not hold it gives the pattern 100…0 of that type, a
  constant of that kind is refused.
- A bit-field lies where the System V ABI puts it. Its values have a type of its width, as gcc has it, also where it is declared as
  long: one with more bits than int is not promoted. Its bytes are not looked at but in unions.
- A `va_list` is the number of a call and a position. An argument that is not there, or is of another type, is a failed assertion;
  integers of one size go for each other. A list that was handed to a function which took arguments of it has no value any more.
- Functions of math.h whose results are exact or correctly rounded are computed, to nearest even; the others are refused.
- A volatile object changes only where the program assigns to it, and that is told (`Program.volatile`).
- A pointer is the number of an object, or of a part of one, and an index: arrays in an array are one array, a member of a struct is
  an object of its own. Following it out of that, following null or a pointer without a value, to a variable whose block was left or
  to memory that was freed, is a failed assertion; so is freeing what was not allocated. Comparisons give either result where a
  pointer has no value or its object is gone (one to memory that was freed is not null, though), where < and the like are of
  different objects, members of one of which are in their order, and where == is of one behind the end of its object and one into
  another. What is added to a pointer is read as a signed number as wide as an address: an unsigned one of the upper half moves it
  back. A pointer that is cast to an integer gives 0 where it is null; otherwise a run is not followed further, and what is said of
  all runs holds whatever the number.
  A number that is made a pointer points nowhere; in a program that makes numbers of pointers nothing is said of it.
  Bytes of integers are looked at as little-endian machines have them; those of pointers and floating-point numbers are not. A run
  that makes a pointer to integers one to words of another width is not followed further.
- malloc and the like return null, or new memory of any content; `--allocation succeeds` leaves null out. Strings are not written
  to; neighbouring ones are one, escapes and all.
- Functions are inlined, arrays and structs taken apart into words. Four blocks of memory are looked at for a call in a loop, the
  first elements of an array of more than 4,096 elements or of variable length, and some depth of calls of a function within calls
  of it: what is said of runs that do something is said of those within these limits. What is said of all runs is shown beyond them,
  too, or it is not said: recursion.py and sparse.py in translation/ tell how.
- What is not supported is refused with its place. So are names
  that an expression, a switch or the rest of the file gives another meaning in passing (syntax/shadows.py), a member that is
  initialised again after its struct was by an expression, and a value that changes something for what is initialised again: any
  other such value is not evaluated.
"""
