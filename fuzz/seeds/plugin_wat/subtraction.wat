;; A subtraction game: take 1, 3 or 4 from a heap. Positions are one word, so they are numbers without `parse` and `show`.
;;
;;     sprague solve ./subtraction.wat@11

(module
  (memory (export "memory") 1)
  (data (i32.const 8192) "name: 1, 3 or 4\nrules: take 1, 3 or 4\nposition: a heap\nexample: 11")
  (func (export "sprague_version") (result i32) (i32.const 1))
  (func (export "about") (result i64) (i64.or (i64.shl (i64.const 8192) (i64.const 32)) (i64.const 65)))
  (func (export "input") (result i32) (i32.const 0))

  (global $count (mut i32) (i32.const 0))

  ;; one more option, if so much can be taken: one summand, of one word, which is the heap that is left
  (func $take (param $amount i64) (local $at i32)
    (if (i64.ge_u (i64.load (i32.const 0)) (local.get $amount))
      (then
        (local.set $at (i32.add (i32.const 4096) (i32.mul (global.get $count) (i32.const 24))))
        (i64.store (local.get $at) (i64.const 1))
        (i64.store offset=8 (local.get $at) (i64.const 1))
        (i64.store offset=16 (local.get $at) (i64.sub (i64.load (i32.const 0)) (local.get $amount)))
        (global.set $count (i32.add (global.get $count) (i32.const 1))))))

  (func (export "options") (param $words i32) (param $player i32) (result i64)
    (global.set $count (i32.const 0))
    (call $take (i64.const 1))
    (call $take (i64.const 3))
    (call $take (i64.const 4))
    ;; address << 32 | how many words
    (i64.or (i64.shl (i64.const 4096) (i64.const 32)) (i64.extend_i32_u (i32.mul (global.get $count) (i32.const 3))))))
