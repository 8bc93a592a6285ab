; The second counter rises in the second half only (a loop in two phases).
(set-logic BV)
(synth-inv inv ((x (_ BitVec 32)) (y (_ BitVec 32))))
(define-fun pre ((x (_ BitVec 32)) (y (_ BitVec 32))) Bool
  (and (= x #x00000000) (= y #x00000032)))
(define-fun trans ((x (_ BitVec 32)) (y (_ BitVec 32)) (x! (_ BitVec 32)) (y! (_ BitVec 32))) Bool
  (and (bvult x #x00000064) (= x! (bvadd x #x00000001)) (= y! (ite (bvult x #x00000032) y (bvadd y #x00000001)))))
(define-fun post ((x (_ BitVec 32)) (y (_ BitVec 32))) Bool
  (=> (bvuge x #x00000064) (= y #x00000064)))
(inv-constraint inv pre trans post)
(check-synth)
