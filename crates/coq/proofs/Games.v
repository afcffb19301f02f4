(** Values of games: the rule of [value] holds wherever play ends, and a
    position is lost if and only if its Grundy value is 0. *)
From Coq Require Import List Arith NArith Lia Bool.
From Sprague Require Import Definitions.
Import ListNotations.

(** * The least excluded number *)

Definition is_mex (v : N) (l : list N) : Prop :=
  ~ In v l /\ forall w, (w < v)%N -> In w l.

Lemma exists_eqb v l : existsb (N.eqb v) l = true <-> In v l.
Proof.
  rewrite existsb_exists. split.
  - intros [x [H1 H2]]. apply N.eqb_eq in H2. now subst.
  - intros H. exists v. split; auto. apply N.eqb_refl.
Qed.

Fixpoint below (n : nat) : list N :=
  match n with O => [] | S m => N.of_nat m :: below m end.

Lemma below_In n w : In w (below n) <-> (w < N.of_nat n)%N.
Proof. induction n as [|n IH]; simpl; [lia|]. rewrite IH. lia. Qed.

Lemma below_length n : length (below n) = n.
Proof. induction n; simpl; auto. Qed.

Lemma below_NoDup n : NoDup (below n).
Proof. induction n; simpl; constructor; auto. rewrite below_In. lia. Qed.

Lemma mex_from_spec l : forall most v,
  (forall w, (w < v)%N -> In w l) ->
  (v + N.of_nat most = N.of_nat (length l))%N -> is_mex (mex_from most v l) l.
Proof.
  assert (forall v, (forall w, (w < v)%N -> In w l) -> In v l ->
    forall w, (w < N.succ v)%N -> In w l) as Next.
  { intros v Hlow Hin w Hw. destruct (N.eq_dec w v) as [->|]; auto. apply Hlow. lia. }
  induction most as [|most IH]; intros v Hlow Hlen; simpl.
  - split; auto. intros Hin.
    assert (incl (below (S (length l))) l) as Hi.
    { intros w Hw. apply below_In in Hw. apply (Next v); auto. lia. }
    apply NoDup_incl_length in Hi; [|apply below_NoDup].
    rewrite below_length in Hi. lia.
  - destruct (existsb (N.eqb v) l) eqn:E.
    + apply exists_eqb in E. apply IH; [now apply Next|lia].
    + split; auto. rewrite <- exists_eqb. congruence.
Qed.

(** [mex] is the least number that is not in the list. *)
Theorem mex_spec l : is_mex (mex l) l.
Proof. apply mex_from_spec; lia. Qed.

Lemma is_mex_unique a b l : is_mex a l -> is_mex b l -> a = b.
Proof.
  intros [Ha1 Ha2] [Hb1 Hb2]. destruct (N.lt_trichotomy a b) as [H|[H|H]]; auto.
  - now apply Hb2 in H.
  - now apply Ha2 in H.
Qed.

Lemma is_mex_mex a l : is_mex a l <-> mex l = a.
Proof.
  split.
  - intros H. eapply is_mex_unique; eauto. apply mex_spec.
  - intros <-. apply mex_spec.
Qed.

Lemma mex_equiv l l' : (forall w, In w l <-> In w l') -> mex l = mex l'.
Proof.
  intros H. symmetry. apply is_mex_mex. destruct (mex_spec l) as [H1 H2]. split.
  - now rewrite <- H.
  - intros w Hw. apply H. auto.
Qed.

Lemma mex_zero l : mex l = 0%N <-> ~ In 0%N l.
Proof.
  split.
  - intros H. destruct (mex_spec l) as [H1 _]. now rewrite H in H1.
  - intros H. apply is_mex_mex. split; auto. intros w Hw. lia.
Qed.

(** * Outcomes *)

(** The player to move wins if some option is lost for the other player. *)
Lemma best_win e l : l <> [] -> best e l = Win <-> In Loss l.
Proof.
  intros Hl. assert (best e l = fold_right better Loss (map reverse l)) as ->
    by now destruct l.
  clear Hl. induction l as [|o l IH]; simpl; [easy|].
  destruct (fold_right better Loss (map reverse l)); destruct o; simpl; split; intros H;
    try easy; try (destruct H as [H|H]; try easy; apply IH in H; easy); try tauto;
    right; now apply IH.
Qed.

(** And loses if all of them are won. *)
Lemma best_loss e l : l <> [] -> best e l = Loss <-> forall o, In o l -> o = Win.
Proof.
  intros Hl. assert (best e l = fold_right better Loss (map reverse l)) as ->
    by now destruct l.
  clear Hl. induction l as [|o l IH]; simpl; [easy|].
  destruct (fold_right better Loss (map reverse l)); destruct o; simpl; split; intros H;
    try easy; try (specialize (H _ (or_introl eq_refl)); easy);
    try (intros x [<-|Hx]; auto; now apply IH);
    exfalso; assert (forall o, In o l -> o = Win) as H' by auto; now apply IH in H'.
Qed.

(** * Games in which play ends *)

Section Game.
  Variable T : Type.
  Variable moves : T -> list T.
  Variable longest : T -> nat.

  (** Every move shortens what may still be played. *)
  Hypothesis shorter : forall p q, In q (moves p) -> longest q < longest p.

  (** Proofs by induction over play. *)
  Lemma play_ind (P : T -> Prop) :
    (forall p, (forall q, In q (moves p) -> P q) -> P p) -> forall p, P p.
  Proof.
    intros H p. remember (longest p) as n. revert p Heqn.
    induction n as [n IH] using lt_wf_ind. intros p ->. apply H.
    intros q Hq. eapply IH; [|reflexivity]. now apply shorter.
  Qed.

  Section Value.
    Variable A : Type.
    Variable rule : T -> list A -> A.

    Lemma value_within_enough : forall most p, longest p <= most ->
      value_within moves rule most p = value moves longest rule p.
    Proof.
      assert (forall n p, longest p <= n -> forall m, longest p <= m ->
        value_within moves rule n p = value_within moves rule m p) as H.
      { induction n as [|n IH]; intros p Hn m Hm.
        - assert (moves p = []) as E.
          { destruct (moves p) as [|q l] eqn:E; auto. exfalso.
            assert (longest q < longest p); [|lia]. apply shorter. rewrite E. apply in_eq. }
          destruct m as [|m]; simpl; auto. now rewrite E.
        - assert (forall q, In q (moves p) -> longest q <= n) as Hq.
          { intros q Hq. apply shorter in Hq. lia. }
          destruct m as [|m]; simpl.
          + destruct (moves p) as [|q l] eqn:E; auto. exfalso.
            assert (longest q < longest p); [|lia]. apply shorter. rewrite E. apply in_eq.
          + f_equal. apply map_ext_in. intros q Hin. apply IH; auto.
            apply shorter in Hin. lia. }
      intros most p Hp. apply H; auto.
    Qed.

    (** Nothing is broken off: the value of a position follows from those of
        its options, ... *)
    Theorem value_eq p : value moves longest rule p =
      rule p (map (value moves longest rule) (moves p)).
    Proof.
      rewrite <- (value_within_enough (S (longest p)) p) by lia. simpl. f_equal.
      apply map_ext_in. intros q Hq. apply value_within_enough.
      apply shorter in Hq. lia.
    Qed.

    (** ... and it is the only one for which this holds. *)
    Theorem value_unique (v : T -> A) :
      (forall p, v p = rule p (map v (moves p))) ->
      forall p, v p = value moves longest rule p.
    Proof.
      intros H. apply play_ind. intros p IH. rewrite H, value_eq. f_equal.
      now apply map_ext_in.
    Qed.
  End Value.

  Lemma grundy_eq p : grundy moves longest p = mex (map (grundy moves longest) (moves p)).
  Proof. apply value_eq. Qed.

  Lemma not_both p : wins moves p -> loses moves p -> False.
  Proof.
    revert p. apply (play_ind (fun p => wins moves p -> loses moves p -> False)).
    intros p IH W L. inversion W as [p' q Hq Lq]; subst.
    inversion L as [p' Hall]; subst. apply (IH q Hq); auto.
  Qed.

  Lemma grundy_decides p :
    (grundy moves longest p = 0%N -> loses moves p) /\
    (grundy moves longest p <> 0%N -> wins moves p).
  Proof.
    revert p. apply play_ind. intros p IH. rewrite grundy_eq, mex_zero. split.
    - intros H. constructor. intros q Hq. apply (IH q Hq). intros E. apply H.
      rewrite <- E. now apply in_map.
    - intros H. destruct (in_dec N.eq_dec 0%N (map (grundy moves longest) (moves p)))
        as [Hin|]; [|easy].
      apply in_map_iff in Hin as (q & E & Hq). apply (wins_by _ _ p q); auto.
      now apply (IH q Hq).
  Qed.

  (** A position is lost if and only if its Grundy value is 0 (Sprague 1935,
      Grundy 1939). *)
  Theorem loses_iff_grundy_0 p : loses moves p <-> grundy moves longest p = 0%N.
  Proof.
    split; [|apply grundy_decides]. intros L.
    destruct (N.eq_dec (grundy moves longest p) 0) as [|E]; auto. exfalso.
    apply grundy_decides in E. now apply (not_both p).
  Qed.

  Theorem wins_iff_grundy_pos p : wins moves p <-> grundy moves longest p <> 0%N.
  Proof.
    rewrite <- loses_iff_grundy_0. split.
    - intros W L. now apply (not_both p).
    - intros H. apply grundy_decides. now rewrite <- loses_iff_grundy_0.
  Qed.

  (** [best normal] is normal play. *)
  Theorem outcome_spec p :
    (wins moves p <-> value moves longest (fun _ => best normal) p = Win) /\
    (loses moves p <-> value moves longest (fun _ => best normal) p = Loss).
  Proof.
    set (v := value moves longest (fun _ => best normal)).
    assert ((v p = Win /\ wins moves p) \/ (v p = Loss /\ loses moves p)) as H.
    { revert p. apply play_ind. intros p IH. unfold v. rewrite value_eq. fold v.
      destruct (moves p) as [|q0 l0] eqn:E.
      { right. split; auto. constructor. rewrite E. easy. }
      rewrite <- E in *. assert (map v (moves p) <> []) as Hne by now rewrite E.
      destruct (Exists_dec (fun q => v q = Loss) (moves p)) as [Ex|No].
      { intros x. destruct (v x); [now left|now right|now right]. }
      - apply Exists_exists in Ex as (q & Hq & Eq). left. split.
        + apply best_win; auto. rewrite <- Eq. now apply in_map.
        + apply (wins_by _ _ p q); auto. destruct (IH q Hq) as [[E' _]|[_ L]]; [congruence|auto].
      - right. assert (forall q, In q (moves p) -> v q = Win /\ wins moves q) as All.
        { intros q Hq. destruct (IH q Hq) as [|[E' _]]; auto. exfalso. apply No.
          apply Exists_exists. eauto. }
        split; [|constructor; firstorder].
        apply best_loss; auto. intros o Ho. apply in_map_iff in Ho as (q & <- & Hq).
        now apply All. }
    pose proof (not_both p). destruct H as [[E W]|[E L]]; rewrite E; intuition easy.
  Qed.
End Game.
