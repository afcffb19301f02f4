//! Families whose numbers are parameters, and pairs and rows of numbers: theorems as scripts, with a check by brute force.

/// A theorem as code.
pub(super) struct Formula {
    /// The family, with letters for what stays a parameter.
    pub(super) family: &'static str,
    /// The rules in words.
    pub(super) rules: &'static str,
    /// The statement and its source.
    pub(super) theorem: &'static str,
    /// What the functions take and return.
    pub(super) functions: &'static str,
    /// A script with the functions, among them `right()`, which compares them with the rules.
    pub(super) script: &'static str,
}

/// Adds `right()` to a script: for small parameters it compares `grundy` with the nimbers of the heaps to 119, from the amounts s
/// that may be taken from n.
macro_rules! checked {
    ($script:literal, $takes:literal, $loops:literal, $given:literal, $also:literal, $ends:literal) => {
        concat!(
            $script,
            " fn right() { ",
            $loops,
            " { let g = []; for n in 0..120 { let x = 0; let s = 1; while s <= n { if (",
            $takes,
            ") && g[n - s] == x { x += 1; s = 0; } s += 1; } if x != grundy(n, ",
            $given,
            ") { return false; } g.push(x); ",
            $also,
            " } ",
            $ends,
            " } true }"
        )
    };
}

pub(super) const FORMULAS: [Formula; 12] = [
    Formula {
        family: "subtraction:L-R",
        rules: "take from L to R",
        theorem: "G(n) = floor((n mod (L + R)) / L) for 1 <= L <= R (Winning Ways ch. 4, by induction on n)",
        functions: "grundy: O(1); leaves(n, x, L, R): a heap of nimber x that a move leaves of n, or -1",
        script: checked!(
            "fn grundy(n, L, R) { n % (L + R) / L }
             fn leaves(n, x, L, R) { let low = max(n - R, 0); let base = low - low % (L + R); let m = max(base + x * L, low);
               if m >= base + min(x * L + L, L + R) { m = base + L + R + x * L; } if m + L <= n { m } else { -1 } }",
            "L <= s && s <= R",
            "for L in 1..7 { for R in L..12",
            "L, R",
            "for x in 0..14 { let found = false; for s in L..=min(R, n) { if g[n - s] == x { found = true; } } let m = leaves(n, x, L, R);
               if found != (m >= 0) || (found && (g[m] != x || n - m < L || n - m > R)) { return false; } }",
            "}"
        ),
    },
    Formula {
        family: "subtraction:1-K",
        rules: "take from 1 to K",
        theorem: "G(n) = n mod (K + 1) (Winning Ways ch. 4)",
        functions: "grundy: O(1); take grundy(n, K) tokens of one heap to win it",
        script: checked!("fn grundy(n, K) { n % (K + 1) }", "s <= K", "for K in 1..12", "K", "", ""),
    },
    Formula {
        family: "subtraction:K",
        rules: "take K",
        theorem: "G(n) = floor(n / K) mod 2",
        functions: "grundy: O(1)",
        script: checked!("fn grundy(n, K) { n / K % 2 }", "s == K", "for K in 1..12", "K", "", ""),
    },
    Formula {
        family: "subtraction:1,K",
        rules: "take 1 or K",
        theorem: "G(n) = n mod 2 for odd K, else by r = n mod (K + 1): 2 if r = K, else r mod 2 (by induction on n)",
        functions: "grundy: O(1)",
        script: checked!(
            "fn grundy(n, K) { if K % 2 == 1 { return n % 2; } let r = n % (K + 1); if r == K { 2 } else { r % 2 } }",
            "s == 1 || s == K",
            "for K in 1..14",
            "K",
            "",
            ""
        ),
    },
    Formula {
        family: "subtraction:1,2,K",
        rules: "take 1, 2 or K",
        theorem: "G(n) = n mod 3 if 3 does not divide K, else by r = n mod (K + 1): 3 if r = K, else r mod 3 (by induction on n)",
        functions: "grundy: O(1)",
        script: checked!(
            "fn grundy(n, K) { if K % 3 != 0 { return n % 3; } let r = n % (K + 1); if r == K { 3 } else { r % 3 } }",
            "s == 1 || s == 2 || s == K",
            "for K in 1..16",
            "K",
            "",
            ""
        ),
    },
    Formula {
        family: "subtraction:J,K",
        rules: "take J or K",
        theorem: "with J < K, r = n mod (J + K): G(n) is the parity of floor(r / J) below K, from K on 1 or 2, 2 if floor(r / J) is even \
                  (Winning Ways ch. 4)",
        functions: "grundy: O(1), for J and K in any order",
        script: checked!(
            "fn grundy(n, J, K) { let a = min(J, K); let b = max(J, K); let r = n % (a + b);
               if r < b || a == b { return r / a % 2; } if r / a % 2 == 0 { 2 } else { 1 } }",
            "s == J || s == K",
            "for J in 1..9 { for K in 1..14",
            "J, K",
            "",
            "}"
        ),
    },
    Formula {
        family: "at-most:1/K",
        rules: "take at most the K-th part of the heap",
        theorem: "G(Kq) = q, G(Kq + r) = G((K - 1) q + r - 1) for K >= 2 (Levine 2006)",
        functions: "grundy: about min(K log n, n / K) steps; leaves(n, x, K): a heap of nimber x that a move leaves of n, or -1",
        script: checked!(
            "fn grundy(n, K) { while n % K != 0 { let q = n / K; n -= (q + 1) * max(1, n % K / (q + 1)); } n / K }
             fn leaves(n, x, K) { let m = x * K; while m < n - n / K { m += m / (K - 1) + 1; } if m < n { m } else { -1 } }",
            "s <= n / K",
            "for K in 2..9",
            "K",
            "for x in 0..40 { let found = false; for s in 1..=n / K { if g[n - s] == x { found = true; } } let m = leaves(n, x, K);
               if found != (m >= 0) || (found && (g[m] != x || n - m > n / K)) { return false; } }",
            ""
        ),
    },
    Formula {
        family: "wythoff",
        rules: "two heaps a, b: take from one, or the same number from both",
        theorem: "lost iff the smaller is floor(phi * difference) (Wythoff 1907), here by Fibonacci shifts; a, b to 2 * 10^18",
        functions: "wins and best_move: O(log n); best_move gives the heaps afterwards, none if there is no winning move",
        script: "fn shifted(n, up) { let a = 1; let b = 2; let s = 0; while b <= n { b += a; a = b - a; }
               while n > 0 { if a <= n { n -= a; s += if up > 0 { b } else { b - a }; } let c = b - a; b = a; a = c; } s }
             fn lower(d) { if d == 0 { return 0; } shifted(d - 1, 1) + 1 }
             fn wins(a, b) { lower(abs(a - b)) != min(a, b) }
             fn best_move(a, b) { if a > b { let to = best_move(b, a); if to.len() == 0 { return []; } return [to[1], to[0]]; }
               let low = lower(b - a); if low == a { return []; } if low < a { return [low, low + b - a]; }
               let k = shifted(a, 1) - a; if lower(k) == a { return [a, a + k]; } [a, shifted(a, 0)] }
             fn right() { let won = []; for a in 0..40 { for b in 0..40 { let w = 0;
               for k in 1..=a { if won[(a - k) * 40 + b] == 0 { w = 1; } } for k in 1..=b { if won[a * 40 + b - k] == 0 { w = 1; } }
               for k in 1..=min(a, b) { if won[(a - k) * 40 + b - k] == 0 { w = 1; } } let to = best_move(a, b);
               if (w == 1) != wins(a, b) || (w == 1) != (to.len() > 0) { return false; }
               if w == 1 { let p = a - to[0]; let q = b - to[1];
                 if wins(to[0], to[1]) || p < 0 || q < 0 || p + q == 0 || (p != q && p * q > 0) { return false; } }
               won.push(w); } } true }",
    },
    Formula {
        family: "euclid",
        rules: "two numbers a, b: take a multiple of the smaller from the larger, until one of them is 0",
        theorem: "with q = floor(b / a) and x = G(b mod a, a), G(a, b) = q - 1 if x >= q > 0, else q (the options of a pair in a row)",
        functions: "O(log n); best_move gives the numbers afterwards, none if there is no winning move",
        script: "fn grundy(a, b) { if a > b { return grundy(b, a); } if a == 0 { return 0; } let q = b / a; if b % a == 0 { return q; }
               if grundy(b % a, a) >= q { q - 1 } else { q } }
             fn wins(a, b) { grundy(a, b) != 0 }
             fn best_move(a, b) { if a > b { let to = best_move(b, a); if to.len() == 0 { return []; } return [to[1], to[0]]; }
               if !wins(a, b) { return []; } if b % a == 0 || !wins(a, b % a) { return [a, b % a]; } [a, a + b % a] }
             fn right() { let g = []; for a in 0..40 { for b in 0..40 { let x = 0; let k = 1; let s = min(a, b);
               while s > 0 && k * s <= max(a, b) { let m = if a > b { g[(a - k * s) * 40 + b] } else { g[a * 40 + b - k * s] };
                 if m == x { x += 1; k = 0; } k += 1; } let to = best_move(a, b);
               if x != grundy(a, b) || (x > 0) != (to.len() > 0) { return false; }
               if x > 0 { let d = a - to[0] + b - to[1]; if wins(to[0], to[1]) || d <= 0 || d % s != 0 { return false; } }
               g.push(x); } } true }",
    },
    Formula {
        family: "fibonacci-nim",
        rules: "a heap n: take at most twice as many as were taken last; at first (last = 0) not all",
        theorem: "lost iff the least Zeckendorf part of n exceeds what may be taken (Whinihan 1963)",
        functions: "wins and best_move: O(log n); best_move gives the number to take, 0 if there is no winning move",
        script: "fn part(n) { let a = 1; let b = 2; while b <= n { b += a; a = b - a; }
               while n > 0 { if a <= n { n -= a; if n == 0 { return a; } } let c = b - a; b = a; a = c; } 0 }
             fn allowed(n, last) { if last == 0 { n - 1 } else { min(n, 2 * last) } }
             fn best_move(n, last) { let p = part(n); if n > 0 && p <= allowed(n, last) { p } else { 0 } }
             fn wins(n, last) { best_move(n, last) > 0 }
             fn right() { let won = []; for n in 0..50 { for last in 0..50 { let w = 0;
               if n > 0 { for t in 1..=allowed(n, last) { if won[(n - t) * 50 + t] == 0 { w = 1; } } } let t = best_move(n, last);
               if (w == 1) != wins(n, last) || (w == 1 && (t > allowed(n, last) || won[(n - t) * 50 + t] == 1)) { return false; }
               won.push(w); } } true }",
    },
    Formula {
        family: "staircase",
        rules: "tokens on steps 1, 2, ...: move any number from a step to the next below, from step 1 off the stairs",
        theorem: "G = the xor of the tokens on odd steps, as what comes to an odd step can be moved on",
        functions: "a position is won iff x, the xor of grundy(step, tokens) of all steps, is not 0; best_move: the tokens to move \
                    from this step to win, 0 if another step has the winning move",
        script: "fn grundy(step, tokens) { if step % 2 == 1 { tokens } else { 0 } }
             fn best_move(step, tokens, x) { if step % 2 == 1 && (tokens ^ x) < tokens { tokens - (tokens ^ x) } else { 0 } }
             fn right() { let g = []; for n in 0..216 { let x = 0; let all = 0; let b = 1; let low = 0; let r = 0; let y = 0;
               for i in 1..4 { let h = n / b % 6; x ^= grundy(i, h); all += h; b *= 6; } if all < 6 { b = 1;
               let seen = []; for i in 0..9 { seen.push(0); }
               for i in 1..4 { let h = n / b % 6; for t in 1..=h { seen[g[n - t * (b - low)]] = 1; }
                 let k = best_move(i, h, x); if k < 0 || k > h || (k > 0 && g[n - k * (b - low)] != 0) { return false; }
                 r = max(r, k); low = b; b *= 6; }
               while seen[y] > 0 { y += 1; } if x != y || (x != 0) != (r > 0) { return false; } } g.push(x); } true }",
    },
    Formula {
        family: "silver-dollar",
        rules: "coins on squares 1, 2, ... of a strip: move one any number of squares down, over no other",
        theorem: "G = the xor of every other gap from the last coin down, as in Staircase Nim with the gaps as steps",
        functions: "pair the coins from the last one down, a lone first coin with a = 0; x is the xor of grundy(a, b) of all pairs \
                    a < b, won iff it is not 0; best_move: the squares to move b down to win, 0 if another pair has the winning move",
        script: "fn grundy(a, b) { b - a - 1 }
             fn best_move(a, b, x) { let gap = b - a - 1; if (gap ^ x) < gap { gap - (gap ^ x) } else { 0 } }
             fn right() { let g = []; for n in 0..4096 { let a = n / 512; let b = n / 64 % 8; let c = n / 8 % 8; let d = n % 8;
               let x = 0; let y = 0; let s = 1; if a < b && b < c && c < d { x = grundy(a, b) ^ grundy(c, d);
               let seen = []; for i in 0..9 { seen.push(0); }
               for i in 0..4 { for m in n / s / 8 % 8 + 1..n / s % 8 { seen[g[n - (n / s % 8 - m) * s]] = 1; } s *= 8; }
               let k = best_move(a, b, x); let j = best_move(c, d, x); while seen[y] > 0 { y += 1; }
               if min(j, k) < 0 || j > d || k > b || (k > 0 && g[n - k * 64] != 0) || (j > 0 && g[n - j] != 0) { return false; }
               if x != y || (x != 0) != (max(j, k) > 0) { return false; } } g.push(x); } true }",
    },
];

/// Returns the formula for a family. Any capital letters may be used; S alone is a set.
pub(super) fn formula(family: &str) -> Option<&'static Formula> {
    let shape = |family: &str| {
        let mut letters: Vec<char> = vec![];
        let number = |letters: &mut Vec<char>, letter| {
            letters.iter().position(|known| *known == letter).unwrap_or_else(|| {
                letters.push(letter);
                letters.len() - 1
            })
        };
        let shape = family.chars().filter(|c| *c != ' ').map(|c| match c {
            'A'..='Z' => char::from(b'A' + number(&mut letters, c) as u8),
            other => other,
        });
        shape.collect::<String>()
    };
    FORMULAS.iter().find(|formula| shape(formula.family) == shape(family))
}
