; Division by repeated subtraction: n = q d + r.
(set-logic BV)
(synth-inv inv ((q (_ BitVec 32)) (r (_ BitVec 32)) (n (_ BitVec 32)) (d (_ BitVec 32))))
(define-fun pre ((q (_ BitVec 32)) (r (_ BitVec 32)) (n (_ BitVec 32)) (d (_ BitVec 32))) Bool
  (and (= q #x00000000) (= r n)))
(define-fun trans ((q (_ BitVec 32)) (r (_ BitVec 32)) (n (_ BitVec 32)) (d (_ BitVec 32)) (q! (_ BitVec 32)) (r! (_ BitVec 32)) (n! (_ BitVec 32)) (d! (_ BitVec 32))) Bool
  (and (bvuge r d) (= q! (bvadd q #x00000001)) (= r! (bvsub r d)) (= n! n) (= d! d)))
(define-fun post ((q (_ BitVec 32)) (r (_ BitVec 32)) (n (_ BitVec 32)) (d (_ BitVec 32))) Bool
  (= n (bvadd (bvmul q d) r)))
(inv-constraint inv pre trans post)
(check-synth)
