; What one counter loses the other one gains: x falls from n to 0 while y rises from 0.
(set-logic BV)
(synth-inv inv ((x (_ BitVec 32)) (y (_ BitVec 32)) (n (_ BitVec 32))))
(define-fun pre ((x (_ BitVec 32)) (y (_ BitVec 32)) (n (_ BitVec 32))) Bool
  (and (= x n) (= y #x00000000)))
(define-fun trans ((x (_ BitVec 32)) (y (_ BitVec 32)) (n (_ BitVec 32)) (x! (_ BitVec 32)) (y! (_ BitVec 32)) (n! (_ BitVec 32))) Bool
  (and (not (= x #x00000000)) (= x! (bvsub x #x00000001)) (= y! (bvadd y #x00000001)) (= n! n)))
(define-fun post ((x (_ BitVec 32)) (y (_ BitVec 32)) (n (_ BitVec 32))) Bool
  (=> (= x #x00000000) (= y n)))
(inv-constraint inv pre trans post)
(check-synth)
