; The faster of two counters stays ahead as long as neither wraps around.
(set-logic BV)
(synth-inv inv ((x (_ BitVec 32)) (y (_ BitVec 32))))
(define-fun pre ((x (_ BitVec 32)) (y (_ BitVec 32))) Bool
  (and (= x #x00000000) (= y #x00000000)))
(define-fun trans ((x (_ BitVec 32)) (y (_ BitVec 32)) (x! (_ BitVec 32)) (y! (_ BitVec 32))) Bool
  (and (bvult y #x00100000) (= x! (bvadd x #x00000001)) (= y! (bvadd y #x00000002))))
(define-fun post ((x (_ BitVec 32)) (y (_ BitVec 32))) Bool
  (bvule x y))
(inv-constraint inv pre trans post)
(check-synth)
