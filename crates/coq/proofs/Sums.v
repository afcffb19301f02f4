(** Who wins a sum of heaps of one family, or of several: the nim-sum of rows, which are known, or
    which a period repeats, however large a heap is (Sprague 1935, Grundy 1939). *)
From Coq Require Import List Arith NArith Lia Bool.
From Sprague Require Import Definitions Games Heaps Rows TakeAndBreak Counters Families AllBut.
Import ListNotations.

(** * Grundy values, whatever bounds the play *)

Section Worth.
  Variable T : Type.
  Variable moves : T -> list T.

  (** Play ends, and the Grundy value is v. *)
  Definition worth (p : T) (v : N) : Prop := exists longest,
    (forall p q, In q (moves p) -> longest q < longest p) /\ grundy moves longest p = v.

  Theorem worth_wins p v : worth p v -> N.eqb v 0 = false -> wins moves p.
  Proof.
    intros (longest & shorter & E) H. apply (wins_iff_grundy_pos _ _ longest shorter).
    rewrite E. now apply N.eqb_neq.
  Qed.

  Theorem worth_loses p v : worth p v -> N.eqb v 0 = true -> loses moves p.
  Proof.
    intros (longest & shorter & E) H. apply (loses_iff_grundy_0 _ _ longest shorter).
    rewrite E. now apply N.eqb_eq.
  Qed.
End Worth.
Arguments worth {T}. Arguments worth_wins {T moves p v}. Arguments worth_loses {T moves p v}.

(** A game beside another has the nim-sum of their values. *)
Section Beside.
  Variables (A B : Type) (a : A -> list A) (b : B -> list B) (la : A -> nat) (lb : B -> nat).
  Hypothesis shorter_a : forall p q, In q (a p) -> la q < la p.
  Hypothesis shorter_b : forall p q, In q (b p) -> lb q < lb p.
  Let both (p : A * B) := la (fst p) + lb (snd p).

  Lemma beside_shorter p q : In q (beside a b p) -> both q < both p.
  Proof.
    destruct p as [x y]. unfold beside, both. rewrite in_app_iff, !in_map_iff. cbn [fst snd].
    intros [(z & <- & H)|(z & <- & H)]; cbn [fst snd];
      [apply shorter_a in H|apply shorter_b in H]; lia.
  Qed.

  Theorem beside_grundy p :
    grundy (beside a b) both p = N.lxor (grundy a la (fst p)) (grundy b lb (snd p)).
  Proof.
    symmetry. revert p.
    apply (value_unique _ _ both) with (v := fun p => N.lxor (grundy a la (fst p)) (grundy b lb (snd p)));
      [exact beside_shorter|].
    intros [x y]. cbn [fst snd]. symmetry. apply is_mex_mex. unfold beside.
    rewrite map_app, !map_map. cbn [fst snd].
    assert (is_mex (grundy a la x) (map (grundy a la) (a x))) as Mx
      by (apply is_mex_mex; symmetry; now apply grundy_eq).
    assert (is_mex (grundy b lb y) (map (grundy b lb) (b y))) as My
      by (apply is_mex_mex; symmetry; now apply grundy_eq).
    pose proof (mex_xor _ _ _ _ Mx My) as M. rewrite !map_map in M. exact M.
  Qed.
End Beside.

Theorem worth_beside {A B} {a : A -> list A} {b : B -> list B} {p q v w} :
  worth a p v -> worth b q w -> worth (beside a b) (p, q) (N.lxor v w).
Proof.
  intros (la & Ha & <-) (lb & Hb & <-). exists (fun p => la (fst p) + lb (snd p)). split.
  - intros x y. now apply beside_shorter.
  - now rewrite beside_grundy.
Qed.

(** * The rows of large heaps *)

(** The row below n0 + p that row h repeats. *)
Definition earlier (n0 p h : N) : N :=
  if (h <? n0 + p)%N then h else (n0 + (h - n0) mod p)%N.

(** Row h, if rows gain s in every p from n0 on. *)
Definition raised_row (rows : list N) (n0 p s h : N) : N :=
  let e := earlier n0 p h in (nth (N.to_nat e) rows 0 + s * ((h - e) / p))%N.

Lemma gains_times f n0 p s : gains f n0 p s -> forall k n : N, (n0 <= n)%N ->
  f (N.to_nat (n + k * p)) = (f (N.to_nat n) + s * k)%N.
Proof.
  intros G k. induction k as [|k IH] using N.peano_ind; intros n Hn.
  - rewrite N.mul_0_l, N.mul_0_r, !N.add_0_r. reflexivity.
  - replace (n + N.succ k * p)%N with ((n + k * p) + p)%N by lia.
    rewrite G by lia. rewrite IH by auto. lia.
Qed.

Lemma earlier_gains f n0 p s h : gains f n0 p s -> (0 < p)%N ->
  f (N.to_nat h) = (f (N.to_nat (earlier n0 p h)) + s * ((h - earlier n0 p h) / p))%N.
Proof.
  intros G Hp. unfold earlier. destruct (N.ltb_spec h (n0 + p)) as [L|L].
  - rewrite N.sub_diag, N.div_0_l, N.mul_0_r, N.add_0_r by lia. reflexivity.
  - pose proof (N.div_mod (h - n0) p ltac:(lia)) as E.
    set (r := ((h - n0) mod p)%N) in *. set (k := ((h - n0) / p)%N) in *.
    replace (h - (n0 + r))%N with (k * p)%N by lia.
    rewrite N.div_mul by lia. replace h with (n0 + r + k * p)%N at 1 by lia.
    apply (gains_times f n0 p s G). lia.
Qed.

(** * Heaps of one family *)

Definition nim_sum (value : N -> N) (heaps : list N) : N :=
  fold_right (fun h => N.lxor (value h)) 0%N heaps.

(** All of these rows are known, and the nim-sum of the heaps is v. *)
Definition adds_up (rows : list N) (at_row value : N -> N) (heaps : list N) (v : N) : bool :=
  forallb (fun h => (at_row h <? N.of_nat (length rows))%N) heaps &&
  N.eqb (nim_sum value heaps) v.

Definition known_row (rows : list N) (h : N) : N := nth (N.to_nat h) rows 0%N.

Section Sum.
  Variable rules : ruleset.
  Variable longest : position -> nat.
  Variable g : nat -> N.
  Hypothesis shorter : forall p q, In q (moves rules p) -> longest q < longest p.
  Hypothesis sum : forall p, grundy (moves rules) longest p = xsum g p.
  Variable rows : list N.
  Hypothesis rows_ok : map g (seq 0 (length rows)) = rows.

  Lemma row_ok h : (h < N.of_nat (length rows))%N -> g (N.to_nat h) = known_row rows h.
  Proof.
    intros H. unfold known_row. rewrite <- rows_ok at 1.
    rewrite (nth_indep _ 0%N (g 0)) by (rewrite map_length, seq_length; lia).
    rewrite map_nth, seq_nth by lia. reflexivity.
  Qed.

  Lemma worth_by at_row value heaps v :
    (forall h, (at_row h < N.of_nat (length rows))%N -> g (N.to_nat h) = value h) ->
    adds_up rows at_row value heaps v = true -> worth (moves rules) (map N.to_nat heaps) v.
  Proof.
    intros V H. apply andb_true_iff in H as [K W]. apply N.eqb_eq in W. subst v.
    exists longest. split; [exact shorter|]. rewrite sum.
    induction heaps as [|h t IH]; simpl in *; auto.
    apply andb_true_iff in K as [K1 K2]. apply N.ltb_lt in K1. now rewrite (V h K1), IH.
  Qed.

  Lemma worth_by_rows heaps v : adds_up rows (fun h => h) (known_row rows) heaps v = true ->
    worth (moves rules) (map N.to_nat heaps) v.
  Proof. apply worth_by. exact row_ok. Qed.

  Lemma worth_by_gains n0 p s heaps v : gains g n0 p s -> (0 < p)%N ->
    adds_up rows (earlier n0 p) (raised_row rows n0 p s) heaps v = true ->
    worth (moves rules) (map N.to_nat heaps) v.
  Proof.
    intros G Hp. apply worth_by. intros h H. unfold raised_row.
    now rewrite (earlier_gains g n0 p s h G Hp), (row_ok _ H).
  Qed.
End Sum.

(** ** Take-and-break codes *)

Section Code.
  Variable c : code.
  Let shorter := heaps_shorter (octal c) _ (octal_lighter c).

  Theorem octal_worth rows heaps v : map (nim c) (seq 0 (length rows)) = rows ->
    adds_up rows (fun h => h) (known_row rows) heaps v = true ->
    worth (moves (octal c)) (map N.to_nat heaps) v.
  Proof. intros R. exact (worth_by_rows _ _ _ shorter (octal_sum c) rows R heaps v). Qed.

  Theorem octal_worth_later n0 p rows heaps v :
    map (nim c) (seq 0 (length rows)) = rows -> exactly_periodic (nim c) n0 p ->
    adds_up rows (earlier n0 p) (raised_row rows n0 p 0) heaps v = true ->
    worth (moves (octal c)) (map N.to_nat heaps) v.
  Proof.
    intros R (P & Hp & _). apply (worth_by_gains _ _ _ shorter (octal_sum c) rows R); auto.
    intros n Hn. rewrite P by auto. lia.
  Qed.
End Code.

(** ** Games of one heap, many heaps of which are played *)

Section OneHeap.
  Variable options : nat -> list nat.
  Hypothesis fewer : forall n m, In m (options n) -> m < n.
  Let g := grundy options (fun n => n).

  Lemma one_heap_lighter n o : In o (one_heap options n) -> longest (fun n => n) o < n.
  Proof.
    intros H. apply in_map_iff in H as (m & <- & H). unfold longest. simpl.
    apply fewer in H. lia.
  Qed.

  Theorem one_heap_sum p :
    grundy (moves (one_heap options)) (longest (fun n => n)) p = xsum g p.
  Proof.
    rewrite (sum_of_heaps _ _ one_heap_lighter). apply xsum_ext. intros h _. revert h.
    apply (value_unique _ _ (fun n => n)); [exact fewer|]. intros h.
    rewrite (nimber_eq _ _ one_heap_lighter). f_equal. unfold one_heap. rewrite map_map.
    apply map_ext. intros m. simpl. apply N.lxor_0_r.
  Qed.
End OneHeap.

(** Nim is all-but with nothing forbidden. *)
Section AllButHeaps.
  Variable F : list nat.
  Let shorter := heaps_shorter _ _ (one_heap_lighter _ (all_but_shorter F)).

  Theorem all_but_worth rows heaps v : map (all_but_nim F) (seq 0 (length rows)) = rows ->
    adds_up rows (fun h => h) (known_row rows) heaps v = true ->
    worth (moves (one_heap (all_but F))) (map N.to_nat heaps) v.
  Proof.
    intros R. exact (worth_by_rows _ _ _ shorter (one_heap_sum _ (all_but_shorter F)) rows R heaps v).
  Qed.

  Theorem all_but_worth_later n0 p s rows heaps v :
    map (all_but_nim F) (seq 0 (length rows)) = rows -> exactly_gains (all_but_nim F) n0 p s ->
    adds_up rows (earlier n0 p) (raised_row rows n0 p s) heaps v = true ->
    worth (moves (one_heap (all_but F))) (map N.to_nat heaps) v.
  Proof.
    intros R (G & Hp & _).
    exact (worth_by_gains _ _ _ shorter (one_heap_sum _ (all_but_shorter F)) rows R n0 p s heaps v G Hp).
  Qed.
End AllButHeaps.
