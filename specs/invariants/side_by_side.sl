; Two counters that start together stay together.
(set-logic BV)
(synth-inv inv ((i (_ BitVec 32)) (j (_ BitVec 32)) (n (_ BitVec 32))))
(define-fun pre ((i (_ BitVec 32)) (j (_ BitVec 32)) (n (_ BitVec 32))) Bool
  (and (= i #x00000000) (= j #x00000000)))
(define-fun trans ((i (_ BitVec 32)) (j (_ BitVec 32)) (n (_ BitVec 32)) (i! (_ BitVec 32)) (j! (_ BitVec 32)) (n! (_ BitVec 32))) Bool
  (and (bvult i n) (= i! (bvadd i #x00000001)) (= j! (bvadd j #x00000001)) (= n! n)))
(define-fun post ((i (_ BitVec 32)) (j (_ BitVec 32)) (n (_ BitVec 32))) Bool
  (= i j))
(inv-constraint inv pre trans post)
(check-synth)
