; Two loops, one inside the other, as one with a program counter: the inner counter is below 4 outside.
(set-logic BV)
(synth-inv inv ((pc (_ BitVec 32)) (i (_ BitVec 32)) (j (_ BitVec 32))))
(define-fun pre ((pc (_ BitVec 32)) (i (_ BitVec 32)) (j (_ BitVec 32))) Bool
  (and (= pc #x00000000) (= i #x00000000) (= j #x00000000)))
(define-fun trans ((pc (_ BitVec 32)) (i (_ BitVec 32)) (j (_ BitVec 32)) (pc! (_ BitVec 32)) (i! (_ BitVec 32)) (j! (_ BitVec 32))) Bool
  (or (and (= pc #x00000000) (bvult i #x0000000a) (= pc! #x00000001) (= i! i) (= j! #x00000000)) (and (= pc #x00000001) (bvult j #x00000003) (= pc! #x00000001) (= i! i) (= j! (bvadd j #x00000001))) (and (= pc #x00000001) (bvuge j #x00000003) (= pc! #x00000000) (= i! (bvadd i #x00000001)) (= j! j))))
(define-fun post ((pc (_ BitVec 32)) (i (_ BitVec 32)) (j (_ BitVec 32))) Bool
  (and (bvule i #x0000000a) (bvule j #x00000003)))
(inv-constraint inv pre trans post)
(check-synth)
