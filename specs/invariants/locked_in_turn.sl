; A lock is held wherever the two counters differ.
(set-logic BV)
(synth-inv inv ((locked (_ BitVec 32)) (a (_ BitVec 32)) (b (_ BitVec 32))))
(define-fun pre ((locked (_ BitVec 32)) (a (_ BitVec 32)) (b (_ BitVec 32))) Bool
  (and (= locked #x00000001) (= a b)))
(define-fun trans ((locked (_ BitVec 32)) (a (_ BitVec 32)) (b (_ BitVec 32)) (locked! (_ BitVec 32)) (a! (_ BitVec 32)) (b! (_ BitVec 32))) Bool
  (or (and (= locked! #x00000000) (= a! (bvadd a #x00000001)) (= b! b)) (and (= locked! #x00000001) (= a! b) (= b! b))))
(define-fun post ((locked (_ BitVec 32)) (a (_ BitVec 32)) (b (_ BitVec 32))) Bool
  (=> (= locked #x00000001) (= a b)))
(inv-constraint inv pre trans post)
(check-synth)
