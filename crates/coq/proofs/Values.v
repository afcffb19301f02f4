(** The period of the values of all heaps of which Left and Right take amounts of their own: the
    least one, and the values up to there. *)
From Coq Require Import List Arith NArith Lia Bool.
From Sprague Require Import Definitions Games Rows Compared Order.
Import ListNotations.

(** * Periods up to equality *)

Definition same_value (g h : game) : bool := geb g h && geb h g.

Lemma same_value_spec g h : same_value g h = true <-> equal g h.
Proof. unfold same_value, equal. now rewrite andb_true_iff, !geb_spec. Qed.

Lemma same_value_sym g h : same_value g h = same_value h g.
Proof. apply andb_comm. Qed.

Lemma same_value_trans a b c :
  same_value a b = true -> same_value b c = true -> same_value a c = true.
Proof.
  unfold same_value. rewrite !andb_true_iff. intros [H1 H2] [H3 H4].
  split; eapply geb_trans; eauto.
Qed.

Section Exact.
  Variable f : nat -> game.

  (** The first game of a row that is equal to game n: equal games have the same. *)
  Definition first_equal (n : nat) : nat :=
    hd 0 (filter (fun m => same_value (f m) (f n)) (seq 0 (S n))).

  Lemma hd_filter_first (t : nat -> bool) n : t n = true ->
    let m := hd 0 (filter t (seq 0 (S n))) in t m = true /\ forall i, t i = true -> m <= i.
  Proof.
    assert (forall len a, t (a + len) = true ->
      let m := hd 0 (filter t (seq a (S len))) in
      a <= m /\ t m = true /\ forall i, a <= i -> t i = true -> m <= i) as H.
    { induction len as [|len IH]; intros a Ha; cbn [seq filter].
      - rewrite Nat.add_0_r in Ha. rewrite Ha. cbn [hd]. repeat split; auto.
      - destruct (t a) eqn:E; cbn [hd]; [repeat split; auto|].
        rewrite Nat.add_succ_r in Ha. destruct (IH (S a) Ha) as (I1 & I2 & I3). cbn [seq filter] in *.
        repeat split; auto; [lia|]. intros i Hi Hti. apply I3; auto.
        assert (i <> a) by congruence. lia. }
    intros Hn. cbv zeta. destruct (H n 0 Hn) as (_ & A & B). split; auto.
    intros i. apply B. lia.
  Qed.

  Lemma first_equal_spec m n : first_equal m = first_equal n <-> equal (f m) (f n).
  Proof.
    assert (forall n, same_value (f n) (f n) = true) as R
      by (intros x; unfold same_value; now rewrite geb_refl).
    destruct (hd_filter_first (fun i => same_value (f i) (f m)) m (R m)) as [A1 A2].
    destruct (hd_filter_first (fun i => same_value (f i) (f n)) n (R n)) as [B1 B2].
    fold (first_equal m) in A1, A2. fold (first_equal n) in B1, B2. cbv beta in *.
    rewrite <- same_value_spec. split.
    - intros E. rewrite E in A1. rewrite same_value_sym in A1. now apply (same_value_trans _ _ _ A1).
    - intros E. apply Nat.le_antisymm.
      + apply A2. apply (same_value_trans _ (f n)); auto. now rewrite same_value_sym.
      + apply B2. now apply (same_value_trans _ (f m)).
  Qed.

  Lemma repeat_first_equal n0 p : values_repeat f n0 p <-> periodic first_equal n0 p.
  Proof.
    split; intros H n Hn; specialize (H n Hn); now apply first_equal_spec.
  Qed.

  Theorem values_exact n0 p : (0 < p)%N -> values_repeat f n0 p ->
    (n0 <> 0%N -> ~ equal (f (N.to_nat (N.pred n0 + p))) (f (N.to_nat (N.pred n0)))) ->
    (forall q, (0 < q < p)%N -> (p mod q = 0)%N -> exists n, (n0 <= n)%N /\
       ~ equal (f (N.to_nat (n + q))) (f (N.to_nat n))) ->
    exactly (values_repeat f) n0 p.
  Proof.
    intros Hp P Hs Hq.
    assert (exactly_periodic first_equal n0 p) as E.
    { apply exactness; auto.
      - now apply repeat_first_equal.
      - intros Hz. now rewrite first_equal_spec; apply Hs.
      - intros q H1 H2 Q. destruct (Hq q H1 H2) as (n & Hn & Ne). apply Ne, first_equal_spec.
        now apply Q. }
    split; [auto|]. split; [auto|]. intros n q H1 H2. apply (proj2 (proj2 E)); auto.
    now apply repeat_first_equal.
  Qed.
End Exact.

(** * The period *)

Section Period.
  Variables left right : list nat.
  Variables n0 p : N.
  Let G := heap left right.
  (** The order repeats where the values do. *)
  Let side := side_of left right n0 n0 p [(n0, 0, 1, p, 0%nat)]%N.

  Definition differ (t : list (list (N * N))) (m n : N) : bool :=
    (N.to_nat (m + n) <? 2 * side) && negb (is_sum (2 * side) t 0 m n).

  Definition values_period_check : bool :=
    gains_check left right [([], [])] n0 n0 p [(n0, 0, 1, p, 0%nat)]%N &&
    match table left right [([], [])] (2 * side) with
    | Some t =>
      (N.eqb n0 0 || differ t (N.pred n0 + p) (N.pred n0)) &&
      forallb (fun q => if N.eqb (p mod q) 0
                        then existsb (fun n => differ t (n + q) n) (count_from n0 (N.to_nat p))
                        else true) (count_from 1 (pred (N.to_nat p)))
    | None => false
    end.

  Theorem values_period : values_period_check = true -> exactly (values_repeat G) n0 p.
  Proof.
    unfold values_period_check. rewrite andb_true_iff. intros [Hg H].
    assert (are_games [([], [])] [zero]) as G0 by reflexivity.
    pose proof (row_gains left right [([], [])] [zero] n0 n0 p _ G0 Hg) as R.
    cbn [map all gain_holds nth] in R.
    assert (values_repeat G n0 p) as P.
    { intros n Hn. specialize (R n Hn (N.mod_1_r n)). now rewrite plus_zero in R. }
    unfold gains_check in Hg. cbv zeta in Hg. fold side in Hg.
    destruct (table left right [([], [])] (2 * side)) as [t|] eqn:Et; [|discriminate].
    apply andb_true_iff in Hg as [Hr _]. unfold repeats_check in Hr.
    rewrite !andb_true_iff, forallb_forall, N.ltb_lt in Hr.
    destruct Hr as (((((_ & H1) & Hp) & _) & _) & _).
    assert (forall a, In a (left ++ right) -> 1 <= a) as Pos by (intros a Ha; now apply Nat.leb_le, H1).
    apply (table_sound left right [([], [])] [zero]) in Et; auto. subst t.
    assert (forall m n, differ (desc (line left right [([], [])] [zero]) (2 * side)) m n = true ->
      ~ equal (G (N.to_nat m)) (G (N.to_nat n))) as D.
    { intros m n Hd [E1 E2]. unfold differ in Hd. apply andb_true_iff in Hd as [Hl Hd].
      apply Nat.ltb_lt in Hl. apply negb_true_iff in Hd. apply not_true_iff_false in Hd. apply Hd.
      apply (is_sum_spec left right [([], [])] [zero]); auto.
      unfold bits, bit, beside. cbn [nth]. rewrite plus_zero.
      apply geb_spec in E1, E2. fold G. now rewrite E1, E2. }
    apply andb_true_iff in H as [Hs Hq]. rewrite forallb_forall in Hq.
    apply values_exact; auto.
    - intros Hz. apply D. apply orb_true_iff in Hs as [Hs|Hs]; auto. now apply N.eqb_eq in Hs.
    - intros q H2 H3. specialize (Hq q). rewrite H3, N.eqb_refl in Hq.
      assert (In q (count_from 1 (pred (N.to_nat p)))) as I by (apply count_from_In; lia).
      apply Hq, existsb_exists in I as (n & Hn & Dn). exists n. split; [|now apply D].
      clear - Hn. revert Hn. generalize (N.to_nat p). intros len. revert n0 n.
      induction len as [|len IH]; intros a n; cbn [count_from]; [easy|].
      intros [->|Hn]; [lia|]. apply IH in Hn. lia.
  Qed.
End Period.

(** * Values of the first heaps *)

Definition values_check (left right : list nat) (layers : list (list nat * list nat))
    (values : list nat) : bool :=
  are_earlier 0 layers && forallb (fun a => 1 <=? a) (left ++ right) &&
  forallb (fun i => i <? length layers) values &&
  match table left right layers (length values) with
  | Some t => forallb (fun v => is_sum (length values) t (snd v) (fst v) 0)
                      (combine (count_from 0 (length values)) values)
  | None => false
  end.

(** Heap n is the game that stands for it in a list. *)
Theorem row_values left right layers games values rows :
  are_games layers games -> map (beside games) values = rows ->
  values_check left right layers values = true ->
  forall n, n < length rows -> equal (heap left right n) (nth n rows zero).
Proof.
  intros G <-. unfold values_check.
  rewrite !andb_true_iff, !forallb_forall. intros (((H1 & H2) & H3) & H4) n Hn.
  rewrite map_length in Hn.
  assert (forall a, In a (left ++ right) -> 1 <= a) as P by (intros a Ha; now apply Nat.leb_le, H2).
  destruct (table left right layers (length values)) as [t|] eqn:Et; [|easy].
  apply (table_sound left right layers games) in Et; auto. subst t.
  rewrite forallb_forall in H4. set (i := nth n values 0).
  assert (In i values) as Hi by now apply nth_In.
  assert (forall len l a n, length l = len -> n < len ->
    In ((a + N.of_nat n)%N, nth n l 0) (combine (count_from a len) l)) as C.
  { induction len as [|len IH]; intros [|x l] a m E Hm; try discriminate; [lia|].
    cbn [count_from combine]. destruct m as [|m]; cbn [nth].
    - left. f_equal. cbn. lia.
    - right. replace (a + N.of_nat (S m))%N with (N.succ a + N.of_nat m)%N by lia.
      apply IH; [now injection E|lia]. }
  specialize (C (length values) values 0%N n eq_refl Hn). apply H4 in C. cbn [fst snd] in C.
  apply H3, Nat.ltb_lt in Hi. fold i in C.
  apply (is_sum_sound left right layers games) in C; auto.
  apply equal_bits in C. rewrite N.add_0_l, Nat2N.id in C. change (N.to_nat 0) with 0 in C.
  assert (heap left right 0 = zero) as Z.
  { rewrite heap_eq. assert (forall set, after set 0 = []) as A.
    { intros set. destruct (after set 0) as [|x l] eqn:E; auto. exfalso.
      assert (In x (after set 0)) as Hx by (rewrite E; apply in_eq).
      apply after_spec in Hx as (a & _ & H). lia. }
    now rewrite !A. }
  rewrite Z, zero_plus in C. rewrite (nth_indep _ _ (beside games 0)) by now rewrite map_length.
  now rewrite map_nth.
Qed.
