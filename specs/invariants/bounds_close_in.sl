; The bounds of a search keep their order, and stay within the table.
(set-logic BV)
(synth-inv inv ((l (_ BitVec 32)) (h (_ BitVec 32)) (n (_ BitVec 32))))
(define-fun pre ((l (_ BitVec 32)) (h (_ BitVec 32)) (n (_ BitVec 32))) Bool
  (and (= l #x00000000) (= h n)))
(define-fun trans ((l (_ BitVec 32)) (h (_ BitVec 32)) (n (_ BitVec 32)) (l! (_ BitVec 32)) (h! (_ BitVec 32)) (n! (_ BitVec 32))) Bool
  (and (bvult l h) (or (and (= l! (bvadd l #x00000001)) (= h! h)) (and (= l! l) (= h! (bvsub h #x00000001)))) (= n! n)))
(define-fun post ((l (_ BitVec 32)) (h (_ BitVec 32)) (n (_ BitVec 32))) Bool
  (and (bvule l h) (bvule h n)))
(inv-constraint inv pre trans post)
(check-synth)
