; Steps of two from 0 meet no odd number.
(set-logic BV)
(synth-inv inv ((x (_ BitVec 32))))
(define-fun pre ((x (_ BitVec 32))) Bool
  (= x #x00000000))
(define-fun trans ((x (_ BitVec 32)) (x! (_ BitVec 32))) Bool
  (= x! (bvadd x #x00000002)))
(define-fun post ((x (_ BitVec 32))) Bool
  (not (= x #x000003e9)))
(inv-constraint inv pre trans post)
(check-synth)
