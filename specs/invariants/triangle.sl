; The sum of the numbers below i, twice: i (i - 1), modulo 2^32.
(set-logic BV)
(synth-inv inv ((s (_ BitVec 32)) (i (_ BitVec 32)) (n (_ BitVec 32))))
(define-fun pre ((s (_ BitVec 32)) (i (_ BitVec 32)) (n (_ BitVec 32))) Bool
  (and (= s #x00000000) (= i #x00000000)))
(define-fun trans ((s (_ BitVec 32)) (i (_ BitVec 32)) (n (_ BitVec 32)) (s! (_ BitVec 32)) (i! (_ BitVec 32)) (n! (_ BitVec 32))) Bool
  (and (not (= i n)) (= s! (bvadd s i)) (= i! (bvadd i #x00000001)) (= n! n)))
(define-fun post ((s (_ BitVec 32)) (i (_ BitVec 32)) (n (_ BitVec 32))) Bool
  (=> (= i n) (= (bvadd s s) (bvmul n (bvsub n #x00000001)))))
(inv-constraint inv pre trans post)
(check-synth)
