"""Small C programs by chance, and the truth about them: what every run does is found by looking at all of them.

A language of its own (`language`), printed as C (`printing`), made by chance (`making`), and run by an interpreter that knows what
C leaves undefined (`memory`, `interpreter`), for all inputs and all outcomes of malloc (`truth`). Nothing of it is shared with what
it judges: it imports nothing of synth.
"""
