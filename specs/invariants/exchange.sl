; Whatever is moved from one account to the other, the sum stays.
(set-logic BV)
(synth-inv inv ((a (_ BitVec 32)) (b (_ BitVec 32)) (s (_ BitVec 32))))
(define-fun pre ((a (_ BitVec 32)) (b (_ BitVec 32)) (s (_ BitVec 32))) Bool
  (= s (bvadd a b)))
(define-fun trans ((a (_ BitVec 32)) (b (_ BitVec 32)) (s (_ BitVec 32)) (a! (_ BitVec 32)) (b! (_ BitVec 32)) (s! (_ BitVec 32))) Bool
  (and (= a! (bvsub a #x00000007)) (= b! (bvadd b #x00000007)) (= s! s)))
(define-fun post ((a (_ BitVec 32)) (b (_ BitVec 32)) (s (_ BitVec 32))) Bool
  (= (bvadd a b) s))
(inv-constraint inv pre trans post)
(check-synth)
