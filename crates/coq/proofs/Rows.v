(** Rows and their periods: tables of rows, latest first, and how they decide
    that a start and a period are the least. *)
From Coq Require Import List Arith NArith Lia Bool.
From Sprague Require Import Definitions.
Import ListNotations.

Lemma periodic_nat {A} (f : nat -> A) n0 p :
  (forall n, N.to_nat n0 <= n -> f (n + N.to_nat p) = f n) -> periodic f n0 p.
Proof. intros H n Hn. rewrite N2Nat.inj_add. apply H. lia. Qed.

Lemma periodic_times {A} (f : nat -> A) n0 p : periodic f n0 p ->
  forall k n : N, (n0 <= n)%N -> f (N.to_nat (n + k * p)) = f (N.to_nat n).
Proof.
  intros H k. induction k as [|k IH] using N.peano_ind; intros n Hn.
  - f_equal. lia.
  - replace (n + N.succ k * p)%N with ((n + k * p) + p)%N by lia.
    rewrite H by lia. auto.
Qed.

(** * The least start and the least period *)

(** The greatest common divisor of two periods is one. *)
Lemma periodic_gcd {A} (f : nat -> A) n0 p n q : (0 < p)%N -> (0 < q)%N ->
  periodic f n0 p -> periodic f n q -> periodic f n0 (N.gcd p q).
Proof.
  intros Hp Hq P Q m Hm. set (d := N.gcd p q).
  destruct (N.gcd_bezout_pos q p Hq) as (a & b & E).
  rewrite N.gcd_comm in E. fold d in E.
  rewrite <- (periodic_times f n0 p P (b + n) (m + d)) by lia.
  replace (m + d + (b + n) * p)%N with (m + n * p + a * q)%N by lia.
  rewrite (periodic_times f n q Q) by nia.
  now apply (periodic_times f n0 p P).
Qed.

(** A period is the least if none of its divisors is one, and its start is the
    least if the row before it is not that of one period later. *)
Theorem exactness {A} (f : nat -> A) n0 p : (0 < p)%N -> periodic f n0 p ->
  (n0 <> 0%N -> f (N.to_nat (N.pred n0 + p)) <> f (N.to_nat (N.pred n0))) ->
  (forall q, (0 < q < p)%N -> (p mod q = 0)%N -> ~ periodic f n0 q) ->
  exactly_periodic f n0 p.
Proof.
  intros Hp P Hs Hd. split; [auto|]. split; [auto|]. intros n q Hq Q. split.
  - destruct (N.le_gt_cases n0 n) as [L|L]; auto. exfalso.
    apply Hs; [lia|].
    rewrite <- (periodic_times f n q Q p (N.pred n0)) by lia.
    rewrite <- (periodic_times f n0 p P (N.pred q) (N.pred n0 + p)) by lia.
    do 2 f_equal. replace q with (N.succ (N.pred q)) at 2 by lia. lia.
  - destruct (N.le_gt_cases p q) as [L|L]; auto. exfalso.
    pose proof (periodic_gcd f n0 p n q Hp Hq P Q) as D.
    assert (N.gcd p q <> 0)%N as Z.
    { intros E. apply N.gcd_eq_0_l in E. lia. }
    destruct (N.gcd_divide_r p q) as [x Hx].
    assert (N.gcd p q <= q)%N. { apply N.divide_pos_le; auto. apply N.gcd_divide_r. }
    apply (Hd (N.gcd p q)); auto; [lia|].
    apply N.mod_divide; auto. apply N.gcd_divide_l.
Qed.

(** Twice a period that holds for one round of it. *)
Lemma periodic_half {A} (f : nat -> A) n0 p : periodic f n0 (2 * p) ->
  (forall n, (n0 <= n < n0 + p)%N -> f (N.to_nat (n + p)) = f (N.to_nat n)) ->
  periodic f n0 p.
Proof.
  intros P H n Hn. destruct (N.lt_ge_cases n (n0 + p)) as [L|L]; auto.
  destruct (N.eq_dec p 0) as [->|Hp]; [now rewrite N.add_0_r|].
  revert Hn L. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  intros Hn L. replace (n + p)%N with (n - p + 2 * p)%N by lia. rewrite P by lia.
  symmetry. replace n with (n - p + p)%N at 1 by lia.
  destruct (N.lt_ge_cases (n - p) (n0 + p)) as [L'|L']; [apply H|apply IH]; lia.
Qed.

Fixpoint count_from (a : N) (len : nat) : list N :=
  match len with O => [] | S m => a :: count_from (N.succ a) m end.

Lemma count_from_In q : forall len a, (a <= q < a + N.of_nat len)%N -> In q (count_from a len).
Proof.
  induction len as [|m IH]; intros a H; [lia|]. simpl.
  destruct (N.eq_dec a q) as [E|E]; auto. right. apply IH. lia.
Qed.

(** * Tables *)

Section Tables.
  Variable A : Type.

  (** f (n-1), ..., f 0 *)
  Fixpoint desc (f : nat -> A) (n : nat) : list A :=
    match n with O => [] | S m => f m :: desc f m end.

  Lemma desc_length f n : length (desc f n) = n.
  Proof. induction n; simpl; auto. Qed.

  Lemma desc_nth f n d : forall i, i < n -> nth i (desc f n) d = f (n - 1 - i).
  Proof.
    induction n as [|n IH]; intros i Hi; [lia|]. destruct i; simpl.
    - f_equal. lia.
    - rewrite IH by lia. f_equal. lia.
  Qed.

  Lemma desc_skipn f n : forall p, skipn p (desc f (n + p)) = desc f n.
  Proof.
    induction p as [|p IH].
    - now rewrite Nat.add_0_r.
    - rewrite Nat.add_succ_r. simpl. exact IH.
  Qed.

  Lemma desc_rev f n : rev (desc f n) = map f (seq 0 n).
  Proof.
    induction n as [|n IH]; auto. rewrite seq_S, map_app. simpl. now rewrite IH.
  Qed.

  (** Rows computed one after the other, each from its number and those
      before it. *)
  Fixpoint build (step : nat -> list A -> option A) (todo n : nat) (l : list A)
    : option (list A) :=
    match todo with
    | O => Some l
    | S m => match step n l with
             | Some v => build step m (S n) (v :: l)
             | None => None
             end
    end.

  Lemma build_desc f step :
    (forall n v, step n (desc f n) = Some v -> v = f n) ->
    forall todo l, build step todo 0 [] = Some l -> l = desc f todo.
  Proof.
    intros H. assert (forall todo n l,
      build step todo n (desc f n) = Some l -> l = desc f (todo + n)) as G.
    { induction todo as [|m IH]; simpl; intros n l E; [congruence|].
      destruct (step n (desc f n)) as [v|] eqn:R; [|discriminate].
      apply H in R. subst v. apply (IH (S n)) in E. subst l.
      now rewrite Nat.add_succ_r. }
    intros todo l E. apply (G todo 0) in E. now rewrite Nat.add_0_r in E.
  Qed.

  (** * Periods decided on tables *)

  Variable eqb : A -> A -> bool.
  Hypothesis eqb_spec : forall a b, eqb a b = true <-> a = b.

  (** The first k members are the same. *)
  Fixpoint same (k : nat) (l l' : list A) : bool :=
    match k with
    | O => true
    | S k' => match l, l' with
              | a :: t, b :: t' => if eqb a b then same k' t t' else false
              | _, _ => false
              end
    end.

  Lemma same_desc f p : forall k n, k <= n ->
    same k (desc f (n + p)) (desc f n) = true <->
    forall j, n - k <= j < n -> f (j + p) = f j.
  Proof.
    induction k as [|k IH]; intros n Hn; simpl; [split; auto; intros; lia|].
    destruct n as [|n]; [lia|]. simpl. specialize (IH n ltac:(lia)).
    destruct (eqb (f (n + p)) (f n)) eqn:E.
    - apply eqb_spec in E. rewrite IH. split; intros H j Hj.
      + destruct (Nat.eq_dec j n) as [->|]; auto. apply H. lia.
      + apply H. lia.
    - split; [easy|]. intros H. rewrite (proj2 (eqb_spec _ _)) in E; [easy|].
      apply H. lia.
  Qed.

  Lemma same_eq : forall l l', length l = length l' ->
    same (length l) l l' = true -> l = l'.
  Proof.
    induction l as [|a l IH]; intros [|b l'] H; simpl in *; try easy.
    destruct (eqb a b) eqn:E; [|easy]. apply eqb_spec in E. intros Hs.
    f_equal; auto.
  Qed.

  (** The first rows are as stated. *)
  Definition stated (table : option (list A)) (l : list A) : bool :=
    match table with
    | Some r => same (length l) r (rev_append l [])
    | None => false
    end.

  Lemma stated_sound f table l :
    (forall r, table = Some r -> r = desc f (length l)) ->
    stated table l = true -> map f (seq 0 (length l)) = l.
  Proof.
    unfold stated. intros T H. destruct table as [r|]; [|discriminate].
    specialize (T r eq_refl). subst r. rewrite rev_append_rev, app_nil_r in H.
    rewrite <- (desc_length f (length l)) in H at 1.
    apply same_eq in H; [|now rewrite desc_length, rev_length].
    rewrite <- desc_rev, H. apply rev_involutive.
  Qed.

  (** The start and the period are least, for l = f (n0+p-1), ..., f 0. *)
  Definition least (l : list A) (n0 p : N) : bool :=
    N.ltb 0 p &&
    (N.eqb n0 0 || negb (same 1 l (skipn (N.to_nat p) l))) &&
    forallb (fun q =>
      if N.eqb (p mod q) 0 then negb (same (N.to_nat (p - q)) l (skipn (N.to_nat q) l))
      else true) (count_from 1 (pred (N.to_nat p))).

  Theorem least_sound f n0 p : periodic f n0 p ->
    least (desc f (N.to_nat (n0 + p))) n0 p = true -> exactly_periodic f n0 p.
  Proof.
    intros P H. unfold least in H. set (l := desc f (N.to_nat (n0 + p))) in *.
    apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2].
    apply N.ltb_lt in H1. apply exactness; auto.
    - intros Hz E. apply N.eqb_neq in Hz. rewrite Hz in H2. simpl in H2.
      apply N.eqb_neq in Hz. apply negb_true_iff in H2.
      assert (same 1 l (skipn (N.to_nat p) l) = true) as S1; [|simpl in S1; congruence].
      unfold l. rewrite N2Nat.inj_add, desc_skipn. apply same_desc; [lia|].
      intros j Hj. replace j with (N.to_nat (N.pred n0)) by lia. rewrite <- E. f_equal. lia.
    - intros q Hq Hm Q. rewrite forallb_forall in H3.
      assert (In q (count_from 1 (pred (N.to_nat p)))) as Hin by (apply count_from_In; lia).
      specialize (H3 q Hin).
      rewrite Hm, N.eqb_refl in H3. apply negb_true_iff in H3.
      assert (same (N.to_nat (p - q)) l (skipn (N.to_nat q) l) = true) as S1; [|congruence].
      unfold l. replace (N.to_nat (n0 + p)) with (N.to_nat (n0 + p - q) + N.to_nat q) by lia.
      rewrite desc_skipn. apply same_desc; [lia|]. intros j Hj.
      specialize (Q (N.of_nat j) ltac:(lia)). now rewrite N2Nat.inj_add, Nat2N.id in Q.
  Qed.
End Tables.
Arguments desc {A}. Arguments build {A}. Arguments same {A}. Arguments stated {A}.
Arguments least {A}.
