; A counter of bytes is less than 256.
(set-logic BV)
(synth-inv inv ((c (_ BitVec 32)) (i (_ BitVec 32))))
(define-fun pre ((c (_ BitVec 32)) (i (_ BitVec 32))) Bool
  (and (= c #x00000000) (= i #x00000000)))
(define-fun trans ((c (_ BitVec 32)) (i (_ BitVec 32)) (c! (_ BitVec 32)) (i! (_ BitVec 32))) Bool
  (and (= c! (bvand (bvadd c #x00000011) #x000000ff)) (= i! (bvadd i #x00000001))))
(define-fun post ((c (_ BitVec 32)) (i (_ BitVec 32))) Bool
  (bvule c #x000000ff))
(inv-constraint inv pre trans post)
(check-synth)
