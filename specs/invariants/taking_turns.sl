; One of two flags is set.
(set-logic BV)
(synth-inv inv ((x (_ BitVec 32)) (y (_ BitVec 32))))
(define-fun pre ((x (_ BitVec 32)) (y (_ BitVec 32))) Bool
  (and (= x #x00000000) (= y #x00000001)))
(define-fun trans ((x (_ BitVec 32)) (y (_ BitVec 32)) (x! (_ BitVec 32)) (y! (_ BitVec 32))) Bool
  (and (= x! y) (= y! x)))
(define-fun post ((x (_ BitVec 32)) (y (_ BitVec 32))) Bool
  (= (bvadd x y) #x00000001))
(inv-constraint inv pre trans post)
(check-synth)
