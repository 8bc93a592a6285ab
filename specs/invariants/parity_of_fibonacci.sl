; Of three neighbours among Fibonacci's numbers one is even: never two.
(set-logic BV)
(synth-inv inv ((a (_ BitVec 32)) (b (_ BitVec 32))))
(define-fun pre ((a (_ BitVec 32)) (b (_ BitVec 32))) Bool
  (and (= a #x00000000) (= b #x00000001)))
(define-fun trans ((a (_ BitVec 32)) (b (_ BitVec 32)) (a! (_ BitVec 32)) (b! (_ BitVec 32))) Bool
  (and (= a! b) (= b! (bvadd a b))))
(define-fun post ((a (_ BitVec 32)) (b (_ BitVec 32))) Bool
  (= (bvor (bvand a #x00000001) (bvand b #x00000001)) #x00000001))
(inv-constraint inv pre trans post)
(check-synth)
