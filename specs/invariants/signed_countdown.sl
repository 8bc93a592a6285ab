; A signed counter falls to 0 and not below.
(set-logic BV)
(synth-inv inv ((x (_ BitVec 32)) (n (_ BitVec 32))))
(define-fun pre ((x (_ BitVec 32)) (n (_ BitVec 32))) Bool
  (and (bvsge n #x00000000) (= x n)))
(define-fun trans ((x (_ BitVec 32)) (n (_ BitVec 32)) (x! (_ BitVec 32)) (n! (_ BitVec 32))) Bool
  (and (bvsgt x #x00000000) (= x! (bvsub x #x00000001)) (= n! n)))
(define-fun post ((x (_ BitVec 32)) (n (_ BitVec 32))) Bool
  (and (bvsge x #x00000000) (bvsle x n)))
(inv-constraint inv pre trans post)
(check-synth)
