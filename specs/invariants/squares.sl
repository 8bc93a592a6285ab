; The sum of the first odd numbers is a square.
(set-logic BV)
(synth-inv inv ((s (_ BitVec 32)) (i (_ BitVec 32)) (n (_ BitVec 32))))
(define-fun pre ((s (_ BitVec 32)) (i (_ BitVec 32)) (n (_ BitVec 32))) Bool
  (and (= s #x00000000) (= i #x00000000)))
(define-fun trans ((s (_ BitVec 32)) (i (_ BitVec 32)) (n (_ BitVec 32)) (s! (_ BitVec 32)) (i! (_ BitVec 32)) (n! (_ BitVec 32))) Bool
  (and (not (= i n)) (= s! (bvadd s (bvadd (bvadd i i) #x00000001))) (= i! (bvadd i #x00000001)) (= n! n)))
(define-fun post ((s (_ BitVec 32)) (i (_ BitVec 32)) (n (_ BitVec 32))) Bool
  (=> (= i n) (= s (bvmul n n))))
(inv-constraint inv pre trans post)
(check-synth)
