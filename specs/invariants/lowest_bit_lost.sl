; What was shifted to the left is even.
(set-logic BV)
(synth-inv inv ((x (_ BitVec 32))))
(define-fun pre ((x (_ BitVec 32))) Bool
  (= x #x00000002))
(define-fun trans ((x (_ BitVec 32)) (x! (_ BitVec 32))) Bool
  (= x! (bvshl x #x00000001)))
(define-fun post ((x (_ BitVec 32))) Bool
  (= (bvand x #x00000001) #x00000000))
(inv-constraint inv pre trans post)
(check-synth)
