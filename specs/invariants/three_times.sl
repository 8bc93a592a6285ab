; One counter has three times the pace of the other.
(set-logic BV)
(synth-inv inv ((x (_ BitVec 32)) (y (_ BitVec 32))))
(define-fun pre ((x (_ BitVec 32)) (y (_ BitVec 32))) Bool
  (and (= x #x00000000) (= y #x00000000)))
(define-fun trans ((x (_ BitVec 32)) (y (_ BitVec 32)) (x! (_ BitVec 32)) (y! (_ BitVec 32))) Bool
  (and (= x! (bvadd x #x00000001)) (= y! (bvadd y #x00000003))))
(define-fun post ((x (_ BitVec 32)) (y (_ BitVec 32))) Bool
  (= y (bvmul #x00000003 x)))
(inv-constraint inv pre trans post)
(check-synth)
