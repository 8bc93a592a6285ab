; An index into a ring of eight cells stays within it.
(set-logic BV)
(synth-inv inv ((i (_ BitVec 32))))
(define-fun pre ((i (_ BitVec 32))) Bool
  (= i #x00000000))
(define-fun trans ((i (_ BitVec 32)) (i! (_ BitVec 32))) Bool
  (= i! (bvand (bvadd i #x00000001) #x00000007)))
(define-fun post ((i (_ BitVec 32))) Bool
  (bvult i #x00000008))
(inv-constraint inv pre trans post)
(check-synth)
