;; NAME: take at least one token and at most half of the heap; who cannot move has lost.
;;
;;   sprague test NAME.wat
;;   sprague solve ./NAME.wat@23
;;
;; A position is one word, the heap; without `parse` and `show` it is written as a number.
(module
  (memory (export "memory") 32)
  ;; memory: 0 the text below, 4096 the position that the host writes, 8192 the options
  (data (i32.const 0)
    "name: NAME\nrules: take at least one token and at most half of the heap\nposition: a heap, such as 23\nexample: 23\n")

  (func (export "sprague_version") (result i32) (i32.const 2))
  (func (export "about") (result i64) (i64.const 1024)) ;; 1024 bytes at 0; the zeros behind the text count for nothing
  (func (export "input") (result i32) (i32.const 4096))

  ;; each option is three words: one summand, of one word, the heap that is left
  (func (export "options") (param $words i32) (param $player i32) (result i64)
    (local $heap i64) (local $amount i64) (local $at i32)
    (local.set $heap (i64.load (i32.const 4096)))
    (local.set $at (i32.const 8192))
    (block $done
      (loop $next
        (local.set $amount (i64.add (local.get $amount) (i64.const 1)))
        (br_if $done (i64.gt_u (local.get $amount) (i64.shr_u (local.get $heap) (i64.const 1))))
        (i64.store (local.get $at) (i64.const 1))
        (i64.store offset=8 (local.get $at) (i64.const 1))
        (i64.store offset=16 (local.get $at) (i64.sub (local.get $heap) (local.get $amount)))
        (local.set $at (i32.add (local.get $at) (i32.const 24)))
        (br $next)))
    ;; the result: address << 32 | words
    (i64.or
      (i64.const 0x200000000000)
      (i64.extend_i32_u (i32.shr_u (i32.sub (local.get $at) (i32.const 8192)) (i32.const 3))))))
