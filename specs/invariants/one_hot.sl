; A single bit that is rotated stays single.
(set-logic BV)
(synth-inv inv ((x (_ BitVec 32))))
(define-fun pre ((x (_ BitVec 32))) Bool
  (= x #x00000001))
(define-fun trans ((x (_ BitVec 32)) (x! (_ BitVec 32))) Bool
  (= x! (bvor (bvshl x #x00000001) (bvlshr x #x0000001f))))
(define-fun post ((x (_ BitVec 32))) Bool
  (and (not (= x #x00000000)) (= (bvand x (bvsub x #x00000001)) #x00000000)))
(inv-constraint inv pre trans post)
(check-synth)
