(** The order of partizan games decided from their options, sums, and the game of a heap. *)
From Coq Require Import List Arith Lia Bool.
From Sprague Require Import Definitions Games Counters Partizan.
Import ListNotations.

Definition left_of (g : game) := let '(Game l _) := g in l.
Definition right_of (g : game) := let '(Game _ r) := g in r.
Definition zero := Game [] [].

(** * At least, from the options *)

Lemma difference_turned h g b x y c : In (x, y, c) (difference (h, g, b)) ->
  In (y, x, negb c) (difference (g, h, negb b)).
Proof.
  destruct h as [hl hr], g as [gl gr]. unfold difference. rewrite !in_app_iff, !in_map_iff.
  intros [(o & E & H)|(o & E & H)]; injection E as <- <- <-; [right|left];
    exists o; destruct b; auto.
Qed.

(** The players change places. *)
Lemma turned s : let '(h, g, b) := s in
  (loses difference s -> loses difference (g, h, negb b)) /\
  (wins difference s -> wins difference (g, h, negb b)).
Proof.
  revert s. apply (play_ind _ _ _ difference_shorter). intros [[h g] b] IH. split.
  - intros L. inversion L as [? H]; subst. constructor. intros [[x y] c] Hq.
    apply difference_turned in Hq. rewrite negb_involutive in Hq.
    destruct (IH _ Hq) as [_ W]. rewrite negb_involutive in W. auto.
  - intros W. inversion W as [? [[x y] c] Hq L]; subst.
    apply (wins_by _ _ _ (y, x, negb c)); [now apply difference_turned|].
    destruct (IH _ Hq) as [L' _]. auto.
Qed.

(** [at_least], decided. *)
Definition geb (h g : game) : bool :=
  match value difference longest_difference (fun _ => best normal) (h, g, false) with
  | Loss => true | _ => false
  end.

Lemma geb_spec h g : geb h g = true <-> at_least h g.
Proof.
  unfold geb, at_least.
  destruct (outcome_spec _ _ _ difference_shorter (h, g, false)) as [_ ->].
  destruct (value difference _ _ _); split; congruence.
Qed.

Lemma wins_turned h g : wins difference (h, g, true) <-> geb g h = false.
Proof.
  assert (wins difference (h, g, true) <-> wins difference (g, h, false)) as ->
    by (split; [apply (turned (h, g, true))|apply (turned (g, h, false))]).
  destruct (geb g h) eqn:E.
  - apply geb_spec in E. split; [|easy]. intros W. exfalso.
    exact (not_both _ _ _ difference_shorter _ W E).
  - split; auto. intros _. unfold geb in E.
    destruct (grundy_decides _ _ _ difference_shorter (g, h, false)) as [D1 D2].
    apply D2. intros Z. apply D1 in Z.
    assert (geb g h = true) as T by now apply geb_spec. unfold geb in T. congruence.
Qed.

(** h >= g unless g is at least a Right option of h, or a Left option of g at least h. *)
Theorem geb_eq h g : geb h g =
  forallb (fun o => negb (geb g o)) (right_of h) && forallb (fun o => negb (geb o h)) (left_of g).
Proof.
  apply eq_iff_eq_true. rewrite geb_spec, andb_true_iff, !forallb_forall. unfold at_least.
  destruct h as [hl hr], g as [gl gr]. cbn [left_of right_of]. split.
  - intros L. inversion L as [? H]; subst. unfold difference in H. split; intros o Ho;
      apply negb_true_iff, wins_turned, H; apply in_app_iff; [left|right]; apply in_map_iff; eauto.
  - intros [H1 H2]. constructor. unfold difference. intros q Hq.
    apply in_app_iff in Hq as [Hq|Hq]; apply in_map_iff in Hq as (o & <- & Ho);
      apply wins_turned, negb_true_iff; auto.
Qed.

(** * An order, and an equivalence *)

(** If a >= b and b >= c, then a >= c. *)
Theorem geb_trans : forall a b c, geb a b = true -> geb b c = true -> geb a c = true.
Proof.
  assert (forall n a b c, size a + size b + size c <= n ->
    geb a b = true -> geb b c = true -> geb a c = true) as H; [|eauto].
  induction n as [|n IH]; intros a b c Hn Hab Hbc; [destruct a; simpl in Hn; lia|].
  pose proof Hab as Hab'. pose proof Hbc as Hbc'.
  rewrite geb_eq, andb_true_iff, !forallb_forall in Hab', Hbc'.
  rewrite geb_eq, andb_true_iff, !forallb_forall.
  split; intros o Ho; apply negb_true_iff, not_true_iff_false; intros E.
  - assert (size o < size a) as L.
    { destruct a as [l r]. cbn [left_of right_of] in Ho. apply size_member in Ho. cbn [size]. lia. }
    assert (geb b o = true) as E' by (apply (IH b c o); auto; lia).
    destruct Hab' as [H _]. specialize (H o Ho). now rewrite E' in H.
  - assert (size o < size c) as L.
    { destruct c as [l r]. cbn [left_of right_of] in Ho. apply size_member in Ho. cbn [size]. lia. }
    assert (geb o b = true) as E' by (apply (IH o a b); auto; lia).
    destruct Hbc' as [_ H]. specialize (H o Ho). now rewrite E' in H.
Qed.

Theorem geb_refl a : geb a a = true.
Proof.
  induction a as [a IH] using (well_founded_induction (well_founded_ltof _ size)).
  rewrite geb_eq, andb_true_iff, !forallb_forall. unfold ltof in IH.
  assert (forall o, In o (right_of a) -> size o < size a) as R.
  { destruct a as [l r]. intros o Ho. cbn [left_of right_of] in Ho. apply size_member in Ho. cbn [size]. lia. }
  assert (forall o, In o (left_of a) -> size o < size a) as L.
  { destruct a as [l r]. intros o Ho. cbn [left_of right_of] in Ho. apply size_member in Ho. cbn [size]. lia. }
  split; intros o Ho; apply negb_true_iff, not_true_iff_false; intros H;
    rewrite geb_eq, andb_true_iff, !forallb_forall in H; destruct H as [H1 H2].
  - specialize (H1 o Ho). now rewrite IH in H1 by auto.
  - specialize (H2 o Ho). now rewrite IH in H2 by auto.
Qed.

(** * Sums *)

Lemma plus_left g h : left_of (plus g h) =
  map (fun o => plus o h) (left_of g) ++ map (plus g) (left_of h).
Proof. now destruct g, h. Qed.

Lemma plus_right g h : right_of (plus g h) =
  map (fun o => plus o h) (right_of g) ++ map (plus g) (right_of h).
Proof. now destruct g, h. Qed.

Lemma game_ind_size (P : game -> Prop) :
  (forall l r, (forall o, In o l -> P o) -> (forall o, In o r -> P o) -> P (Game l r)) ->
  forall g, P g.
Proof.
  intros H g. remember (size g) as n. revert g Heqn.
  induction n as [n IH] using lt_wf_ind. intros [l r] ->.
  apply H; intros o Ho; apply size_member in Ho; eapply IH; eauto; simpl; lia.
Qed.

Lemma plus_zero g : plus g zero = g.
Proof.
  induction g as [l r L R] using game_ind_size. unfold zero in *. simpl.
  rewrite !app_nil_r. f_equal.
  - rewrite <- (map_id l) at 2. now apply map_ext_in.
  - rewrite <- (map_id r) at 2. now apply map_ext_in.
Qed.

Lemma zero_plus g : plus zero g = g.
Proof.
  induction g as [l r L R] using game_ind_size. unfold zero in *. simpl. f_equal.
  - rewrite <- (map_id l) at 2. now apply map_ext_in.
  - rewrite <- (map_id r) at 2. now apply map_ext_in.
Qed.

(** * Heaps *)

(** The heaps that taking an amount of a set leaves. *)
Definition after (set : list nat) (n : nat) : list nat :=
  map fst (counter (subtraction set) (n, tt)).

Lemma after_spec set n x : In x (after set n) <-> exists a, In a set /\ 1 <= a /\ x + a = n.
Proof.
  unfold after. rewrite in_map_iff. split.
  - intros ([y []] & <- & H). apply counter_spec in H as (a & H & Ha). unfold subtraction in H.
    apply in_map_iff in H as (b & E & Hb). injection E as ->. exists a. auto.
  - intros (a & H & Ha). exists (x, tt). split; auto. apply counter_spec. exists a.
    split; auto. unfold subtraction. apply in_map_iff. eauto.
Qed.

Lemma heap_within_enough left right : forall most n, n <= most ->
  heap_within left right most n = heap left right n.
Proof.
  assert (forall m n k, n <= m -> n <= k ->
    heap_within left right m n = heap_within left right k n) as H.
  { assert (forall set, counter (subtraction set) (0, tt) = []) as Z.
    { intros set. destruct (counter (subtraction set) (0, tt)) as [|[x []] l] eqn:E; auto.
      exfalso. assert (In (x, tt) (counter (subtraction set) (0, tt))) as Hx by (rewrite E; apply in_eq).
      apply counter_spec in Hx as (a & _ & Ha). lia. }
    induction m as [|m IH]; intros n k Hm Hk; destruct k as [|k]; auto.
    - replace n with 0 by lia. cbn [heap_within]. now rewrite !Z.
    - replace n with 0 by lia. cbn [heap_within]. now rewrite !Z.
    - cbn [heap_within]. f_equal; apply map_ext_in; intros [x []] Hx; cbn [fst];
        apply counter_spec in Hx as (a & _ & Ha); apply IH; lia. }
  intros most n Hn. apply H; auto.
Qed.

(** The options of a heap are what is left of it. *)
Theorem heap_eq left right n : heap left right n =
  Game (map (heap left right) (after left n)) (map (heap left right) (after right n)).
Proof.
  rewrite <- (heap_within_enough left right (S n)) by lia. cbn [heap_within]. unfold after.
  rewrite !map_map. f_equal; apply map_ext_in; intros [x []] Hx; cbn [fst];
    apply counter_spec in Hx as (a & _ & Ha); apply heap_within_enough; lia.
Qed.
