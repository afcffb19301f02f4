(** The definitions on which every statement rests: games, the rules of each family, periods. Who has
    read them knows what the theorems say. They all compute: try [Compute nim [0; 7; 7]%N 8]. *)
From Coq Require Import List Arith NArith.
Import ListNotations.

(** * Games: a type [T] of positions, and the list of [moves] (options) of each *)

(** The least number that is not in a list. *)
Fixpoint mex_from (most : nat) (v : N) (l : list N) : N :=
  match most with O => v | S most =>
    if existsb (N.eqb v) l then mex_from most (N.succ v) l else v end.
Definition mex (l : list N) : N := mex_from (length l) 0 l.
(** The result for the player to move, worst first; and for the other player. *)
Inductive outcome := Loss | Draw | Win.
Definition reverse (o : outcome) := match o with Loss => Win | Draw => Draw | Win => Loss end.
Definition better (a b : outcome) : outcome :=
  match a, b with Win, _ | _, Win => Win | Draw, _ | _, Draw => Draw | Loss, Loss => Loss end.
(** The outcome of a position, from its result [ending] where no move is left, and from the
    outcomes of its options. *)
Definition best (ending : outcome) (options : list outcome) : outcome :=
  match options with [] => ending | _ => fold_right better Loss (map reverse options) end.
(** The [ending] by which the last mover wins, or loses. *)
Definition normal : outcome := Loss.
Definition misere : outcome := Win.

Section Game.
  Variables (T : Type) (moves : T -> list T).

  (** The player to move wins, or loses, under normal play. *)
  Inductive wins : T -> Prop :=
  | wins_by p q : In q (moves p) -> loses q -> wins p
  with loses : T -> Prop :=
  | loses_by p : (forall q, In q (moves p) -> wins q) -> loses p.

  (** A value by a position and the values of its options, play broken off after so many moves. *)
  Fixpoint value_within {A} (rule : T -> list A -> A) (most : nat) (p : T) : A :=
    rule p match most with O => [] | S most => map (value_within rule most) (moves p) end.

  (** [longest p] is as many moves as a play from p can have, or more: then nothing is broken off,
      and [Games.value_eq] proves that the rule holds everywhere. *)
  Variable longest : T -> nat.
  Definition value {A} (rule : T -> list A -> A) (p : T) : A := value_within rule (longest p) p.

  (** The Grundy value: the least that no option has. *)
  Definition grundy : T -> N := value (fun _ => mex).
End Game.
Arguments wins {T}. Arguments loses {T}. Arguments grundy {T}.
Arguments value_within {T} moves {A}. Arguments value {T} moves longest {A}.
(** A game beside another: a move is made in one of the two. *)
Definition beside {A B} (a : A -> list A) (b : B -> list B) (p : A * B) : list (A * B) :=
  map (fun q => (q, snd p)) (a (fst p)) ++ map (pair (fst p)) (b (snd p)).

(** * Heaps: a position is a list of heaps, and a move replaces one of them *)
Definition position := list nat.
(** For a heap of n, the lists of heaps that may replace it; in games of one heap, one each. *)
Definition ruleset := nat -> list position.
Definition one_heap (options : nat -> list nat) : ruleset := fun n => map (fun m => [m]) (options n).
Fixpoint moves (rules : ruleset) (p : position) : list position :=
  match p with [] => [] | h :: t =>
    map (fun o => o ++ t) (rules h) ++ map (cons h) (moves rules t) end.

(** ** Take-and-break codes (Guy and Smith 1956)

    [d0; d1; d2; ...]: bit j of digit t allows to take t from a heap and to leave the rest as
    exactly j heaps, none empty. Kayles 0.77 is [0; 7; 7]. With t = 0 only splits count (j >= 2),
    so that play ends. [TakeAndBreak.octal_spec] says so in one formula. *)
Definition code := list N.
(** The lists of j heaps, none empty, with m tokens in all. *)
Fixpoint splits (j m : nat) : list position :=
  match j with O => if m =? 0 then [[]] else [] | S i =>
    flat_map (fun a => map (cons a) (splits i (m - a))) (seq 1 m) end.
Definition digit_options (n t : nat) (d : N) : list position :=
  if t <=? n then
    flat_map (fun j => if N.testbit d (N.of_nat j) then splits j (n - t) else [])
      (let least := match t with O => 2 | _ => 0 end in seq least (N.size_nat d - least))
  else [].
Fixpoint code_options (n t : nat) (c : code) : list position :=
  match c with [] => [] | d :: c => digit_options n t d ++ code_options n (S t) c end.
Definition octal (c : code) : ruleset := fun n => code_options n 0 c.
(** Every move takes a token, or makes one more of heaps that are not empty: a heap of h lasts for
    fewer than 2h moves. *)
Definition longest_play (p : position) : nat := list_sum (map (fun h => 2 * h - 1) p).
(** The nimber of a heap of n. *)
Definition nim (c : code) (n : nat) : N := grundy (moves (octal c)) longest_play [n].
(** ** Take any amount but those of a list *)
Definition all_but (forbidden : list nat) (n : nat) : list nat :=
  map (fun a => n - a) (filter (fun a => negb (existsb (Nat.eqb a) forbidden)) (seq 1 n)).
Definition all_but_nim (forbidden : list nat) (n : nat) : N := grundy (all_but forbidden) (fun n => n) n.
Definition all_but_outcome (play : outcome) (forbidden : list nat) (n : nat) : outcome :=
  value (all_but forbidden) (fun n => n) (fun _ => best play) n.

(** ** Counters: one heap and a context, such as who moves

    [rules c] lists the amounts that may be taken in the context c, each with the context then. *)
Definition counter {C} (rules : C -> list (nat * C)) (s : nat * C) : list (nat * C) :=
  let fits m := ((1 <=? fst m) && (fst m <=? fst s))%bool in
  map (fun m => (fst s - fst m, snd m)) (filter fits (rules (snd s))).

(** Row n: the values of a heap of n in the contexts of a list, which may depend on n's parity. *)
Definition row {C A} (rules : C -> list (nat * C)) (rule : C -> list A -> A)
    (contexts : bool -> list C) (n : nat) : list A :=
  map (fun c => value (counter rules) fst (fun s => rule (snd s)) (n, c)) (contexts (Nat.odd n)).
(** Take an amount of a set. *)
Definition subtraction (set : list nat) (_ : unit) := map (fun a => (a, tt)) set.
Definition subtraction_nimbers (set : list nat) : nat -> list N :=
  row (subtraction set) (fun _ => mex) (fun _ => [tt]).
Definition subtraction_outcomes (play : outcome) (set : list nat) : nat -> list outcome :=
  row (subtraction set) (fun _ => best play) (fun _ => [tt]).
(** Left takes an amount of one set, Right of another; true, the first in a row: Left is to move. *)
Definition asymmetric (left right : list nat) (left_moves : bool) : list (nat * bool) :=
  map (fun a => (a, negb left_moves)) (if left_moves then left else right).
Definition asymmetric_outcomes (play : outcome) (left right : list nat) : nat -> list outcome :=
  row (asymmetric left right) (fun _ => best play) (fun _ => [true; false]).
(** Take an amount of a set that is none of the last [memory] amounts. *)
Definition other_than (used : list nat) (set : list nat) : list nat :=
  filter (fun a => negb (existsb (Nat.eqb a) used)) set.
Definition no_repeat (set : list nat) (memory : nat) (last : list nat) : list (nat * list nat) :=
  map (fun a => (a, firstn memory (a :: last))) (other_than last set).
(** The lists of k different amounts; a row has all of at most [memory], latest first. *)
Fixpoint arrangements (k : nat) (set : list nat) : list (list nat) :=
  match k with O => [[]] | S k =>
    flat_map (fun a => map (cons a) (arrangements k (other_than [a] set))) set end.
Definition no_repeat_outcomes (play : outcome) (set : list nat) (memory n : nat) : list outcome :=
  row (no_repeat set memory) (fun _ => best play)
    (fun _ => flat_map (fun k => arrangements k set) (seq 0 (S memory))) n.
(** Parity Stones: take an amount of a set until none fits. Who then holds a number of the winning
    parity wins, if the other does not. A context tells whether the player to move, and the other
    one, hold an odd number. *)
Definition stones (set : list nat) (held : bool * bool) : list (nat * (bool * bool)) :=
  map (fun a => (a, (snd held, xorb (fst held) (Nat.odd a)))) set.
Definition stones_ending (odd_wins : bool) (held : bool * bool) : outcome :=
  match Bool.eqb (fst held) odd_wins, Bool.eqb (snd held) odd_wins with
  | true, false => Win | false, true => Loss | _, _ => Draw end.
(** The total is odd; in a row the player to move holds an even number, then an odd one. *)
Definition stones_outcomes (odd_wins : bool) (set : list nat) : nat -> list outcome :=
  row (stones set) (fun held => best (stones_ending odd_wins held))
    (fun odd => [(false, negb odd); (true, odd)]).

(** * A graph given as data: from vertex v moves lead to the members of list number v, from 0 on *)
Definition edges (graph : list (list N)) (v : N) : list N := nth (N.to_nat v) graph [].

(** * Partizan games: the options of Left, and those of Right *)
Inductive game := Game (left right : list game).
(** Play of h - g, in whose second part the players change places; the last: Left is to move. *)
Definition difference (s : game * game * bool) : list (game * game * bool) :=
  let '(Game hl hr as h, (Game gl gr as g), left_moves) := s in
  map (fun o => (o, g, negb left_moves)) (if left_moves then hl else hr) ++
  map (fun o => (h, o, negb left_moves)) (if left_moves then gr else gl).
(** Left, moving second in h - g, wins (Conway 1976). *)
Definition at_least (h g : game) : Prop := loses difference (h, g, false).
Definition equal (h g : game) : Prop := at_least h g /\ at_least g h.
(** The sum: a move is made in one of the two. *)
Fixpoint plus (g : game) : game -> game := match g with Game gl gr =>
  fix plus_g (h : game) := match h with Game hl hr =>
    Game (map (fun o => plus o h) gl ++ map plus_g hl)
         (map (fun o => plus o h) gr ++ map plus_g hr) end end.
(** A heap of n, of which Left takes an amount of one set, and Right of another. *)
Fixpoint heap_within (left right : list nat) (most n : nat) : game :=
  match most with O => Game [] [] | S most =>
    let rest s := heap_within left right most (fst s) in
    let options set := map rest (counter (subtraction set) (n, tt)) in
    Game (options left) (options right) end.
Definition heap (left right : list nat) (n : nat) : game := heap_within left right n n.

(** * Periods *)
(** f repeats with period p from n0 on. *)
Definition periodic {A} (f : nat -> A) (n0 p : N) : Prop :=
  forall n : N, (n0 <= n)%N -> f (N.to_nat (n + p)) = f (N.to_nat n).
(** It does so, and neither a smaller start nor a smaller period will do. *)
Definition exactly (repeats : N -> N -> Prop) (n0 p : N) : Prop :=
  repeats n0 p /\ (0 < p)%N /\
  forall n q : N, (0 < q)%N -> repeats n q -> (n0 <= n)%N /\ (p <= q)%N.
Definition exactly_periodic {A} (f : nat -> A) : N -> N -> Prop := exactly (periodic f).
(** The values of games repeat: f n and f (n + p) are equal, if not the same. *)
Definition values_repeat (f : nat -> game) (n0 p : N) : Prop :=
  forall n : N, (n0 <= n)%N -> equal (f (N.to_nat (n + p))) (f (N.to_nat n)).
(** f gains s in every p, from n0 on. *)
Definition gains (f : nat -> N) (n0 p s : N) : Prop :=
  forall n : N, (n0 <= n)%N -> f (N.to_nat (n + p)) = (f (N.to_nat n) + s)%N.
Definition exactly_gains (f : nat -> N) (n0 p s : N) : Prop :=
  gains f n0 p s /\ (0 < p)%N /\
  forall n q t : N, (0 < q)%N -> gains f n q t -> (n0 <= n)%N /\ (p <= q)%N.
(** Games m and n of a row compare as those p later do, from n0 on; and where n is so [far] or
    farther beyond m, as n + p and m do. *)
Definition order_repeats (f : nat -> game) (n0 far p : N) : Prop := forall m n : N,
  let ge m n := at_least (f (N.to_nat m)) (f (N.to_nat n)) in
  ((n0 <= m)%N -> (n0 <= n)%N -> (ge (m + p) (n + p) <-> ge m n)%N) /\
  ((m + far <= n)%N -> (ge m (n + p) <-> ge m n)%N /\ (ge (n + p) m <-> ge n m)%N).
(** Game n + q is game n + e, for n = j modulo s from n0 on. *)
Definition rises (f : nat -> game) (n0 j s q : N) (e : game) : Prop :=
  forall n : N, (n0 <= n)%N -> (n mod s = j)%N ->
    equal (f (N.to_nat (n + q))) (plus (f (N.to_nat n)) e).
(** An option of game n: game c of the row, or the one so many below n. *)
Inductive heap_option := At (c : nat) | Below (b : nat).
(** Game n has these options, for n = j modulo s from n0 on. *)
Definition has_options (f : nat -> game) (n0 j s : N) (l r : list heap_option) : Prop :=
  forall n : N, (n0 <= n)%N -> (n mod s = j)%N ->
    let option o := match o with At c => f c | Below b => f (N.to_nat n - b) end in
    equal (f (N.to_nat n)) (Game (map option l) (map option r)).
