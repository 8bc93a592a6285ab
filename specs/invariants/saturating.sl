; A counter that stops at its limit never passes it, whatever is added.
(set-logic BV)
(synth-inv inv ((x (_ BitVec 32)) (y (_ BitVec 32))))
(define-fun pre ((x (_ BitVec 32)) (y (_ BitVec 32))) Bool
  (= x #x00000000))
(define-fun trans ((x (_ BitVec 32)) (y (_ BitVec 32)) (x! (_ BitVec 32)) (y! (_ BitVec 32))) Bool
  (and (= x! (ite (bvult (bvadd x (bvand y #x0000000f)) #x00000064) (bvadd x (bvand y #x0000000f)) #x00000064))))
(define-fun post ((x (_ BitVec 32)) (y (_ BitVec 32))) Bool
  (bvule x #x00000064))
(inv-constraint inv pre trans post)
(check-synth)
