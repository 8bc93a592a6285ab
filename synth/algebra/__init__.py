"""Terms as what they are equal to: constants folded, polynomials modulo 2^w, and the equations that follow from equations."""
