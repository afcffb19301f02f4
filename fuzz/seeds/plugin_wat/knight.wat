;; A knight on a board of 8 x 8 that only moves towards the corner 0.0: by (-2, -1), (-1, -2), (+1, -2) or (-2, +1).
;; *Algorithm Games* (TopCoder tutorial), "Composite games".
;;
;;     sprague solve ./knight.wat@3.4

(module
  (memory (export "memory") 1)
  ;; the host writes positions and texts at 0, options are listed from 4096 on, and texts are written to 4608
  (data (i32.const 8192) "name: Knight\nrules: a knight moves towards the corner\nposition: column.row, each 0-7, such as 3.4\nexample: 3.4")
  (func (export "sprague_version") (result i32) (i32.const 1))
  (func (export "about") (result i64) (call $result (i32.const 8192) (i32.const 106)))
  (func (export "input") (result i32) (i32.const 0))

  (global $count (mut i32) (i32.const 0))

  ;; address << 32 | count
  (func $result (param $address i32) (param $count i32) (result i64)
    (i64.or (i64.shl (i64.extend_i32_u (local.get $address)) (i64.const 32)) (i64.extend_i32_u (local.get $count))))

  ;; a position is one word: 8 * row + column
  (func $leap (param $right i32) (param $down i32) (local $column i32) (local $row i32) (local $at i32)
    (local.set $column (i32.add (i32.and (i32.load (i32.const 0)) (i32.const 7)) (local.get $right)))
    (local.set $row (i32.add (i32.shr_u (i32.load (i32.const 0)) (i32.const 3)) (local.get $down)))
    ;; a negative number is a very large one without its sign
    (if (i32.and (i32.lt_u (local.get $column) (i32.const 8)) (i32.lt_u (local.get $row) (i32.const 8)))
      (then
        (local.set $at (i32.add (i32.const 4096) (i32.mul (global.get $count) (i32.const 24))))
        ;; one summand, of one word, which is the square
        (i64.store (local.get $at) (i64.const 1))
        (i64.store offset=8 (local.get $at) (i64.const 1))
        (i64.store offset=16 (local.get $at)
          (i64.extend_i32_u (i32.add (i32.mul (local.get $row) (i32.const 8)) (local.get $column))))
        (global.set $count (i32.add (global.get $count) (i32.const 1))))))

  (func $options (export "options") (param $words i32) (param $player i32) (result i64)
    (global.set $count (i32.const 0))
    (call $leap (i32.const -2) (i32.const -1))
    (call $leap (i32.const -1) (i32.const -2))
    (call $leap (i32.const 1) (i32.const -2))
    (call $leap (i32.const -2) (i32.const 1))
    (call $result (i32.const 4096) (i32.mul (global.get $count) (i32.const 3))))

  ;; what the byte at an address is worth as a digit
  (func $digit (param $at i32) (result i32)
    (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)))

  (func (export "parse") (param $bytes i32) (result i64)
    ;; -1 - byte, where the first wrong byte is
    (if (i32.or (i32.eqz (local.get $bytes)) (i32.gt_u (call $digit (i32.const 0)) (i32.const 7))) (then (return (i64.const -1))))
    (if (i32.or (i32.lt_u (local.get $bytes) (i32.const 2)) (i32.ne (i32.load8_u (i32.const 1)) (i32.const 46)))
      (then (return (i64.const -2))))
    (if (i32.or (i32.lt_u (local.get $bytes) (i32.const 3)) (i32.gt_u (call $digit (i32.const 2)) (i32.const 7)))
      (then (return (i64.const -3))))
    (if (i32.gt_u (local.get $bytes) (i32.const 3)) (then (return (i64.const -4))))
    (i64.store (i32.const 4096)
      (i64.extend_i32_u (i32.add (i32.mul (call $digit (i32.const 2)) (i32.const 8)) (call $digit (i32.const 0)))))
    (call $result (i32.const 4096) (i32.const 1)))

  ;; writes "column.row"
  (func $show (param $at i32) (param $square i32)
    (i32.store8 (local.get $at) (i32.add (i32.const 48) (i32.and (local.get $square) (i32.const 7))))
    (i32.store8 offset=1 (local.get $at) (i32.const 46))
    (i32.store8 offset=2 (local.get $at) (i32.add (i32.const 48) (i32.shr_u (local.get $square) (i32.const 3)))))

  (func (export "show") (param $words i32) (result i64)
    (call $show (i32.const 4608) (i32.load (i32.const 0)))
    (call $result (i32.const 4608) (i32.const 3)))

  ;; "to column.row": the square of option `index`, which is listed again
  (data (i32.const 4640) "to ")
  (func (export "label") (param $words i32) (param $player i32) (param $index i32) (result i64)
    (drop (call $options (local.get $words) (local.get $player)))
    (call $show (i32.const 4643) (i32.load (i32.add (i32.const 4112) (i32.mul (local.get $index) (i32.const 24)))))
    (call $result (i32.const 4640) (i32.const 6))))
