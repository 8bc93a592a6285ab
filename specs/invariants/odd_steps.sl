; Steps of two from 1 meet no multiple of four.
(set-logic BV)
(synth-inv inv ((x (_ BitVec 32))))
(define-fun pre ((x (_ BitVec 32))) Bool
  (= x #x00000001))
(define-fun trans ((x (_ BitVec 32)) (x! (_ BitVec 32))) Bool
  (= x! (bvadd x #x00000002)))
(define-fun post ((x (_ BitVec 32))) Bool
  (not (= (bvand x #x00000003) #x00000000)))
(inv-constraint inv pre trans post)
(check-synth)
