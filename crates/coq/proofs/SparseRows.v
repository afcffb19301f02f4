(** Nimbers of take-and-break games with digits up to 7, sooner: by the sparse
    space of Gangolli and Plambeck (1989). The mask, as the bits of a number, is
    a hint: whatever it is, the rows are right. *)
From Coq Require Import List Arith NArith PArith Lia Bool MSetPositive FMapPositive.
From Sprague Require Import Definitions Games Heaps Rows TakeAndBreak OctalRows.
Import ListNotations.

(** A value is common if an odd number of the given bits are set in it. *)
Definition common (bits : list N) (v : N) : bool :=
  fold_right (fun i a => xorb (N.testbit v i) a) false bits.

Lemma common_xor bits a b :
  common bits (N.lxor a b) = xorb (common bits a) (common bits b).
Proof.
  induction bits as [|i l IH]; simpl; auto.
  rewrite N.lxor_spec, IH.
  now destruct (N.testbit a i), (N.testbit b i), (common l a), (common l b).
Qed.

Record state := {
  size : positive;                 (* rows known: 0 .. size - 1 *)
  prev : list N;                   (* latest first *)
  tab : PositiveMap.t N;           (* by index, from 1 *)
  rare : list (positive * N);      (* every rare row from 1, with its value *)
  room : nat;                      (* steps until front is renewed *)
  front : list N                   (* rows from 1 on: at least half of them *)
}.

Definition put_rare (m : positive) (tab : PositiveMap.t N) (x : positive * N)
  (s : PositiveSet.t) : PositiveSet.t :=
  match Pos.sub_mask m (fst x) with
  | IsPos q => match PositiveMap.find q tab with
               | Some y => put (N.lxor (snd x) y) s
               | None => s
               end
  | _ => s
  end.

Definition put_rares (m : positive) (st : state) (s : PositiveSet.t) :=
  fold_right (put_rare m (tab st)) s (rare st).

(** The options with at most one heap, and those with a rare heap. *)
Definition rare_digit (st : state) (t : nat) (d : N) (s : PositiveSet.t) :=
  match t with
  | O => if N.testbit d 2 then put_rares (size st) st s else s
  | S t' =>
    match Pos.sub_mask (size st) (Pos.of_succ_nat t') with
    | IsNul => if N.testbit d 0 then put 0 s else s
    | IsNeg => s
    | IsPos m =>
      let s1 := if N.testbit d 1 then put (nth t' (prev st) 0%N) s else s in
      if N.testbit d 2 then put_rares m st s1 else s1
    end
  end.

Fixpoint rare_digits (st : state) (t : nat) (c : code) (s : PositiveSet.t) :=
  match c with
  | [] => s
  | d :: c' => rare_digits st (S t) c' (rare_digit st t d s)
  end.

Fixpoint advance (fuel : nat) (s : PositiveSet.t) (v : N) : N :=
  match fuel with
  | O => v
  | S f => if has v s then advance f s (N.succ v) else v
  end.

Definition fuel_of_advance : nat := 2000.
Arguments fuel_of_advance : simpl never.
Opaque fuel_of_advance.

(** Pairs of an early and a late heap, until every rare value below the
    candidate is seen. *)
Fixpoint scan (bits : list N) (xs ys : list N) (s : PositiveSet.t) (cur : N)
  : PositiveSet.t * N :=
  match xs, ys with
  | x :: xs', y :: ys' =>
    match xs' with
    | [] => (s, cur)
    | _ :: _ =>
      let v := N.lxor x y in
      if has v s then scan bits xs' ys' s cur else
      let s' := put v s in
      if N.eqb v cur then
        let cur' := advance fuel_of_advance s' cur in
        if common bits cur' then (s', cur') else scan bits xs' ys' s' cur'
      else scan bits xs' ys' s' cur
    end
  | _, _ => (s, cur)
  end.

Fixpoint scan_digits (bits : list N) (late early : list N) (c : code)
  (s : PositiveSet.t) (cur : N) {struct c} : PositiveSet.t * N :=
  match c with
  | [] => (s, cur)
  | d :: c' =>
    if common bits cur then (s, cur) else
    let '(s', cur') := if N.testbit d 2 then scan bits late early s cur else (s, cur) in
    match late with
    | [] => (s', cur')
    | _ :: late' => scan_digits bits late' early c' s' cur'
    end
  end.

Definition sparse_row (c : code) (bits : list N) (st : state) : option N :=
  let s := rare_digits st 0 c PositiveSet.empty in
  let '(s', cur) := scan_digits bits (prev st) (front st) c s (advance fuel_of_advance s 0) in
  if common bits cur && negb (has cur s') then Some cur
  else first_free (prev st) 0
    (row_digits (Pos.to_nat (size st)) (prev st) (tl (rev_append (prev st) [])) 0 c s').

Definition next (bits : list N) (st : state) (v : N) : state :=
  {| size := Pos.succ (size st);
     prev := v :: prev st;
     tab := PositiveMap.add (size st) v (tab st);
     rare := if common bits v then rare st else (size st, v) :: rare st;
     room := match room st with O => Pos.to_nat (size st) | S r => r end;
     front := match room st with
              | O => tl (rev_append (prev st) [v])
              | S _ => front st
              end |}.

Fixpoint run (c : code) (bits : list N) (todo : nat) (st : state) : option state :=
  match todo with
  | O => Some st
  | S m => match sparse_row c bits st with
           | Some v => run c bits m (next bits st v)
           | None => None
           end
  end.

Definition start : state :=
  {| size := 1; prev := [0%N]; tab := PositiveMap.empty N; rare := [];
     room := 0; front := [] |}.

(** * Soundness *)

Section Sound.
  Variable c : code.
  Hypothesis small_digits : forall d, In d c -> (d < 8)%N.
  Variable bits : list N.
  Let g := nim c.

  Record good (n : nat) (st : state) : Prop := {
    g_size : Pos.to_nat (size st) = n;
    g_prev : prev st = desc g n;
    g_tab : forall q, Pos.to_nat q < n -> PositiveMap.find q (tab st) = Some (g (Pos.to_nat q));
    g_rare : forall r v, In (r, v) (rare st) -> v = g (Pos.to_nat r);
    g_all : forall i, 1 <= i < n -> common bits (g i) = false ->
            exists r v, In (r, v) (rare st) /\ Pos.to_nat r = i;
    g_front : forall j, j < length (front st) -> nth j (front st) 0%N = g (S j)
  }.

  Lemma good_start : good 1 start.
  Proof.
    constructor; simpl; auto; try lia; try easy.
  Qed.

  Lemma front_nth n : 1 <= n -> forall j,
    j < length (tl (rev (desc g n) ++ [g n])) ->
    nth j (tl (rev (desc g n) ++ [g n])) 0%N = g (S j).
  Proof.
    intros Hn j Hj.
    assert (length (rev (desc g n)) = n) as L by (rewrite rev_length; apply desc_length).
    assert (nth j (tl (rev (desc g n) ++ [g n])) 0%N =
            nth (S j) (rev (desc g n) ++ [g n]) 0%N) as ->
      by (destruct (rev (desc g n)); [simpl in L; lia|reflexivity]).
    assert (S j <= n) as Hj'.
    { destruct (rev (desc g n)) as [|x l]; simpl in *; [lia|].
      rewrite app_length in Hj. simpl in Hj. lia. }
    destruct (Nat.eq_dec (S j) n) as [E|E].
    - rewrite app_nth2 by lia. rewrite L, E, Nat.sub_diag. reflexivity.
    - rewrite app_nth1 by lia. rewrite rev_nth by (rewrite desc_length; lia).
      rewrite desc_length, desc_nth by lia. f_equal. lia.
  Qed.

  Lemma good_next n st : 1 <= n -> good n st -> good (S n) (next bits st (g n)).
  Proof.
    intros Hn [H1 H2 H3 H4 H5 H6]. constructor; simpl.
    - rewrite Pos2Nat.inj_succ. lia.
    - now rewrite H2.
    - intros q Hq. destruct (Pos.eq_dec q (size st)) as [->|E].
      + rewrite PositiveMap.gss. now rewrite H1.
      + rewrite PositiveMap.gso by auto. apply H3.
        assert (Pos.to_nat q <> n); [|lia]. intros E'. apply E.
        apply Pos2Nat.inj. lia.
    - intros r v Hin. destruct (common bits (g n)); auto.
      destruct Hin as [Hin|Hin]; auto. injection Hin as <- <-. now rewrite H1.
    - intros i Hi Hr. destruct (Nat.eq_dec i n) as [->|E].
      + rewrite Hr. exists (size st), (g n). split; auto. apply in_eq.
      + destruct (H5 i) as (r & v & Hin & Hv); [lia|auto|].
        exists r, v. split; auto. destruct (common bits (g n)); auto using in_cons.
    - destruct (room st) as [|r]; auto. rewrite H2, rev_append_rev.
      apply front_nth; auto.
  Qed.

  Definition option_value (n : nat) (w : N) : Prop :=
    exists o, In o (octal c n) /\ xsum g o = w.

  Lemma option_digit n w : option_value n w <->
    exists t d, nth_error c t = Some d /\ digit_value g n t d w.
  Proof.
    unfold option_value, octal. split.
    - intros (o & Ho & E). apply code_options_spec in Ho as (t & d & Ht & Ho).
      exists t, d. split; auto. apply digit_value_spec; eauto.
      apply small_digits. eapply nth_error_In; eauto.
    - intros (t & d & Ht & Hv). apply digit_value_spec in Hv as (o & Ho & E).
      + exists o. split; auto. apply code_options_spec. exists t, d. auto.
      + apply small_digits. eapply nth_error_In; eauto.
  Qed.

  Lemma put_rare_spec n st m x s w : good n st -> Pos.to_nat m <= n -> In x (rare st) ->
    (has w (put_rare m (tab st) x s) = true <->
     has w s = true \/ exists q, (fst x + q = m)%positive /\
       w = N.lxor (g (Pos.to_nat (fst x))) (g (Pos.to_nat q))).
  Proof.
    intros G Hm Hx. unfold put_rare.
    assert (forall q, (fst x + q = m)%positive -> Pos.to_nat q < n) as Hq.
    { intros q E. apply (f_equal Pos.to_nat) in E. rewrite Pos2Nat.inj_add in E.
      pose proof (Pos2Nat.is_pos (fst x)). lia. }
    destruct (Pos.sub_mask_spec m (fst x)) as [E|q E|q E].
    - split; auto. intros [H|(q & E' & _)]; auto. exfalso. subst m. lia.
    - rewrite (g_tab _ _ G) by auto. rewrite put_spec.
      rewrite (g_rare _ _ G (fst x) (snd x)) by (now destruct x). split.
      + intros [->|H]; auto. right. exists q. auto.
      + intros [H|(q' & E' & ->)]; auto. left.
        assert (q' = q) as -> by lia. auto.
    - split; auto. intros [H|(q' & E' & _)]; auto. exfalso. lia.
  Qed.

  Lemma put_rares_spec n st m s w : good n st -> Pos.to_nat m <= n ->
    (has w (put_rares m st s) = true <->
     has w s = true \/ exists x q, In x (rare st) /\ (fst x + q = m)%positive /\
       w = N.lxor (g (Pos.to_nat (fst x))) (g (Pos.to_nat q))).
  Proof.
    intros G Hm. unfold put_rares.
    assert (forall l, incl l (rare st) ->
      (has w (fold_right (put_rare m (tab st)) s l) = true <->
       has w s = true \/ exists x q, In x l /\ (fst x + q = m)%positive /\
       w = N.lxor (g (Pos.to_nat (fst x))) (g (Pos.to_nat q)))) as H.
    { induction l as [|x l IH]; intros Hi; simpl.
      - split; auto. intros [H|(x & q & [] & _)]; auto.
      - rewrite (put_rare_spec n) by (auto; apply Hi; apply in_eq).
        rewrite IH by (intros y Hy; apply Hi; now right). split.
        + intros [[H|(y & q & H1 & H2 & H3)]|(q & H2 & H3)]; eauto 10.
        + intros [H|(y & q & [<-|H1] & H2 & H3)]; eauto 10. }
    apply H. apply incl_refl.
  Qed.

  (** Two heaps of which one is rare. *)
  Lemma put_rares_sound n st t m s w : good n st -> t + Pos.to_nat m = n ->
    has w (put_rares m st s) = true -> has w s = true \/
    exists a b, 1 <= a /\ 1 <= b /\ t + (a + b) = n /\ w = N.lxor (g a) (g b).
  Proof.
    intros G E H. apply (put_rares_spec n) in H; auto; [|lia].
    destruct H as [H|(x & q & H1 & H2 & ->)]; auto. right.
    exists (Pos.to_nat (fst x)), (Pos.to_nat q).
    apply (f_equal Pos.to_nat) in H2. rewrite Pos2Nat.inj_add in H2.
    pose proof (Pos2Nat.is_pos (fst x)). pose proof (Pos2Nat.is_pos q).
    repeat split; auto; lia.
  Qed.

  Lemma put_rares_complete n st t m s a b : good n st -> t + Pos.to_nat m = n ->
    1 <= a -> 1 <= b -> t + (a + b) = n -> common bits (g a) = false ->
    has (N.lxor (g a) (g b)) (put_rares m st s) = true.
  Proof.
    intros G E Ha Hb Hs Hr. apply (put_rares_spec n); auto; [lia|]. right.
    destruct (g_all _ _ G a) as (r & v & Hin & Hi); [lia|auto|].
    exists (r, v), (Pos.of_nat b). simpl. split; auto. split.
    - apply Pos2Nat.inj. rewrite Pos2Nat.inj_add, Nat2Pos.id by lia. lia.
    - rewrite Nat2Pos.id by lia. now rewrite Hi.
  Qed.

  Lemma put_rares_mono n st m s w : good n st -> Pos.to_nat m <= n ->
    has w s = true -> has w (put_rares m st s) = true.
  Proof. intros G Hm H. apply (put_rares_spec n); auto. Qed.

  Lemma rare_digit_spec n st t d s w : good n st -> 1 <= n ->
    (has w (rare_digit st t d s) = true -> has w s = true \/ digit_value g n t d w) /\
    (has w s = true -> has w (rare_digit st t d s) = true) /\
    (digit_value g n t d w -> common bits w = true -> has w (rare_digit st t d s) = true).
  Proof.
    intros G Hn. pose proof (g_size _ _ G) as Hs. unfold rare_digit, digit_value.
    assert (forall m s0, t + Pos.to_nat m = n -> N.testbit d 2 = true ->
      (exists a b, 1 <= a /\ 1 <= b /\ t + (a + b) = n /\ w = N.lxor (g a) (g b)) ->
      common bits w = true -> has w (put_rares m st s0) = true) as C2.
    { intros m s0 E B2 (a & b & Ha & Hb & E2 & ->) Hc. rewrite common_xor in Hc.
      destruct (common bits (g a)) eqn:Ca.
      - destruct (common bits (g b)) eqn:Cb; [discriminate|].
        rewrite N.lxor_comm. apply (put_rares_complete n st t); auto. lia.
      - apply (put_rares_complete n st t); auto. }
    destruct t as [|t'].
    - destruct (N.testbit d 2) eqn:B2; repeat split; auto.
      + intros H. apply (put_rares_sound n st 0) in H; auto. destruct H; auto.
      + apply (put_rares_mono n); auto. lia.
      + intros [H|[H|[_ H]]] Hc; try lia. apply C2; auto.
      + intros [H|[H|[H _]]] Hc; try lia; discriminate.
    - assert (Pos.to_nat (Pos.of_succ_nat t') = S t') as Et by apply SuccNat2Pos.id_succ.
      destruct (Pos.sub_mask_spec (size st) (Pos.of_succ_nat t')) as [E|m E|m E];
        apply (f_equal Pos.to_nat) in E; rewrite ?Pos2Nat.inj_add in E;
        try pose proof (Pos2Nat.is_pos m) as Pm.
      + destruct (N.testbit d 0) eqn:B0; rewrite ?put_spec; repeat split; auto.
        * intros [->|H]; auto. right. left. repeat split; auto; lia.
        * intros [(_ & _ & _ & ->)|[H|(_ & a & b & H)]] Hc; auto; lia.
        * intros [(_ & _ & H & _)|[H|(_ & a & b & H)]] Hc; try lia; discriminate.
      + set (s1 := if N.testbit d 1 then put (nth t' (prev st) 0%N) s else s).
        assert (has w s1 = true <-> has w s = true \/
          (N.testbit d 1 = true /\ w = g (n - S t'))) as S1.
        { unfold s1. destruct (N.testbit d 1).
          - rewrite put_spec, (g_prev _ _ G), desc_nth by lia.
            replace (n - 1 - t') with (n - S t') by lia. tauto.
          - split; auto. intros [H|[H _]]; auto; discriminate. }
        assert (Pos.to_nat m <= n) as Hm by lia.
        destruct (N.testbit d 2) eqn:B2; repeat split; auto.
        * intros H. apply (put_rares_sound n st (S t')) in H; auto; [|lia].
          destruct H as [H|H]; auto.
          apply S1 in H as [H|[H1 H2]]; auto.
          right. right. left. repeat split; auto; lia.
        * intros H. apply (put_rares_mono n); auto. apply S1. auto.
        * intros [H|[(_ & _ & H1 & H2)|[_ H]]] Hc; try lia.
          -- apply (put_rares_mono n); auto. apply S1. auto.
          -- apply C2; auto. lia.
        * intros H. apply S1 in H as [H|[H1 H2]]; auto.
          right. right. left. repeat split; auto; lia.
        * intros H. apply S1. auto.
        * intros [H|[(_ & _ & H1 & H2)|[H _]]] Hc; try lia; try discriminate.
          apply S1. auto.
      + repeat split; auto.
        intros [H|[H|(_ & a & b & H)]] Hc; lia.
  Qed.

  Lemma rare_digits_spec n st w : good n st -> 1 <= n -> forall cs t s,
    (has w (rare_digits st t cs s) = true -> has w s = true \/
       exists i d, nth_error cs i = Some d /\ digit_value g n (t + i) d w) /\
    (has w s = true -> has w (rare_digits st t cs s) = true) /\
    ((exists i d, nth_error cs i = Some d /\ digit_value g n (t + i) d w) ->
       common bits w = true -> has w (rare_digits st t cs s) = true).
  Proof.
    intros G Hn. induction cs as [|d cs IH]; intros t s; simpl.
    - repeat split; auto. intros (i & d & H & _). now destruct i.
    - destruct (IH (S t) (rare_digit st t d s)) as (I1 & I2 & I3).
      destruct (rare_digit_spec n st t d s w G Hn) as (D1 & D2 & D3).
      repeat split; auto.
      + intros H. apply I1 in H as [H|(i & e & H1 & H2)].
        * apply D1 in H as [H|H]; auto. right. exists 0, d.
          now rewrite Nat.add_0_r.
        * right. exists (S i), e. now rewrite Nat.add_succ_r.
      + intros ([|i] & e & H1 & H2) Hc; simpl in H1.
        * inversion H1; subst. rewrite Nat.add_0_r in H2. auto.
        * apply I3; auto. exists i, e. now rewrite Nat.add_succ_r in H2.
  Qed.

  Lemma advance_spec s : forall fuel v, (forall w, (w < v)%N -> has w s = true) ->
    forall w, (w < advance fuel s v)%N -> has w s = true.
  Proof.
    induction fuel as [|f IH]; simpl; intros v H w Hw; auto.
    destruct (has v s) eqn:E; auto.
    apply (IH (N.succ v)); auto. intros u Hu.
    destruct (N.eq_dec u v) as [->|]; auto. apply H. lia.
  Qed.

  (** What a scan keeps: it adds option values only, and all below cur is seen. *)
  Lemma scan_spec (P : N -> Prop) : forall xs ys s cur s' cur',
    (forall i, S i < length xs -> i < length ys ->
       P (N.lxor (nth i xs 0%N) (nth i ys 0%N))) ->
    (forall w, (w < cur)%N -> has w s = true) ->
    scan bits xs ys s cur = (s', cur') ->
    (forall w, has w s' = true -> has w s = true \/ P w) /\
    (forall w, has w s = true -> has w s' = true) /\
    (forall w, (w < cur')%N -> has w s' = true).
  Proof.
    induction xs as [|x xs IH]; intros ys s cur s' cur' HP Hc E.
    { simpl in E. inversion E; subst. auto. }
    destruct ys as [|y ys].
    { simpl in E. inversion E; subst. auto. }
    simpl in E. destruct xs as [|x' xs'].
    { inversion E; subst. auto. }
    set (v := N.lxor x y) in *.
    assert (P v) as Pv by (apply (HP 0); simpl; lia).
    assert (forall i, S i < length (x' :: xs') -> i < length ys ->
       P (N.lxor (nth i (x' :: xs') 0%N) (nth i ys 0%N))) as HP'.
    { intros i H1 H2. apply (HP (S i)); simpl in *; lia. }
    destruct (has v s) eqn:Hv.
    - eapply IH; eauto.
    - assert (forall w, (w < cur)%N -> has w (put v s) = true) as Hc'
        by (intros; apply put_spec; auto).
      assert (forall s' cur',
        (forall w, has w s' = true -> has w (put v s) = true \/ P w) /\
        (forall w, has w (put v s) = true -> has w s' = true) /\
        (forall w, (w < cur')%N -> has w s' = true) ->
        (forall w, has w s' = true -> has w s = true \/ P w) /\
        (forall w, has w s = true -> has w s' = true) /\
        (forall w, (w < cur')%N -> has w s' = true)) as W.
      { intros s2 c2 (W1 & W2 & W3). repeat split; auto.
        - intros w H. apply W1 in H as [H|H]; auto.
          apply put_spec in H as [->|H]; auto.
        - intros w H. apply W2. apply put_spec. auto. }
      destruct (N.eqb v cur).
      + pose proof (advance_spec (put v s) fuel_of_advance cur Hc') as Ha.
        destruct (common bits (advance fuel_of_advance (put v s) cur)).
        * inversion E; subst. apply W. auto.
        * apply W. eapply IH; eauto.
      + apply W. eapply IH; eauto.
  Qed.

  (** The same of all digits, where [P] holds of every nim-sum of a heap that a digit may leave and a row of [ys]. *)
  Lemma scan_digits_spec (P : N -> Prop) n ys :
    (forall t d i, nth_error c t = Some d -> N.testbit d 2 = true -> S i < n - t -> i < length ys ->
       P (N.lxor (g (n - t - 1 - i)) (nth i ys 0%N))) ->
    forall cs t s cur s' cur',
    t <= n -> (forall i d, nth_error cs i = Some d -> nth_error c (t + i) = Some d) ->
    (forall w, (w < cur)%N -> has w s = true) ->
    scan_digits bits (desc g (n - t)) ys cs s cur = (s', cur') ->
    (forall w, has w s' = true -> has w s = true \/ P w) /\
    (forall w, has w s = true -> has w s' = true) /\
    (forall w, (w < cur')%N -> has w s' = true).
  Proof.
    intros HP. induction cs as [|d cs IH]; intros t s cur s' cur' Ht Hd Hc E.
    { simpl in E. injection E as <- <-. repeat split; auto. }
    simpl in E. destruct (common bits cur).
    { injection E as <- <-. repeat split; auto. }
    destruct (if N.testbit d 2 then scan bits (desc g (n - t)) ys s cur
              else (s, cur)) as [s1 c1] eqn:E1.
    assert ((forall w, has w s1 = true -> has w s = true \/ P w) /\
      (forall w, has w s = true -> has w s1 = true) /\
      (forall w, (w < c1)%N -> has w s1 = true)) as (A1 & A2 & A3).
    { destruct (N.testbit d 2) eqn:B2; [|inversion E1; subst; auto].
      eapply scan_spec; eauto. intros i H1 H2. rewrite desc_length in H1.
      rewrite desc_nth by lia. apply (HP t d); auto. rewrite <- (Nat.add_0_r t). now apply Hd. }
    destruct (desc g (n - t)) as [|x l] eqn:El.
    - inversion E; subst. auto.
    - assert (l = desc g (n - S t)) as ->.
      { destruct (n - t) as [|m] eqn:Em; [discriminate|]. simpl in El.
        inversion El; subst. f_equal. lia. }
      assert (t < n) as Lt.
      { destruct (Nat.eq_dec t n); [|lia]. subst. rewrite Nat.sub_diag in El.
        discriminate. }
      destruct (IH (S t) s1 c1 s' cur' Lt) as (B1 & B2 & B3); auto.
      { intros i e He. rewrite Nat.add_succ_comm. now apply Hd. }
      repeat split; auto. intros w H. apply B1 in H as [H|H]; auto.
  Qed.

  Lemma has_empty w : has w PositiveSet.empty = false.
  Proof. unfold has. now destruct (N.succ_pos w). Qed.

  Theorem sparse_row_sound n st v : good n st -> 1 <= n ->
    sparse_row c bits st = Some v -> v = g n.
  Proof.
    intros G Hn. unfold sparse_row.
    set (s := rare_digits st 0 c PositiveSet.empty).
    assert (forall w, has w s = true -> option_value n w) as R1.
    { intros w H. destruct (rare_digits_spec n st w G Hn c 0 PositiveSet.empty) as (I1 & _).
      apply I1 in H as [H|H]; [now rewrite has_empty in H|].
      apply option_digit. exact H. }
    assert (forall w, option_value n w -> common bits w = true -> has w s = true) as R2.
    { intros w H. destruct (rare_digits_spec n st w G Hn c 0 PositiveSet.empty) as (_ & _ & I3).
      apply I3. apply option_digit in H. exact H. }
    destruct (scan_digits bits (prev st) (front st) c s
      (advance fuel_of_advance s 0)) as [s' cur] eqn:E.
    rewrite (g_prev _ _ G) in E. replace n with (n - 0) in E at 1 by lia.
    apply (scan_digits_spec (option_value n)) in E; auto; [| |lia|].
    2:{ intros t d i Ht B2 H1 H2. rewrite (g_front _ _ G) by auto. apply option_digit. exists t, d.
        split; auto. right. right. split; auto. exists (n - t - 1 - i), (S i). repeat split; auto; lia. }
    2:{ apply advance_spec. intros w Hw. lia. }
    destruct E as (S1 & S2 & S3).
    assert (forall w, In w (map (xsum g) (octal c n)) <-> option_value n w) as M.
    { intros w. rewrite in_map_iff. unfold option_value. split; intros (o & A & B); eauto. }
    assert (forall u, is_mex u (map (xsum g) (octal c n)) -> u = g n) as U.
    { intros u H. apply is_mex_mex in H. subst u. unfold g. now rewrite <- nim_eq. }
    destruct (common bits cur && negb (has cur s')) eqn:D.
    - intros H. inversion H; subst v. apply U.
      apply andb_true_iff in D as [D1 D2]. apply negb_true_iff in D2. split.
      + rewrite M. intros O. apply R2 in O; auto. apply S2 in O. congruence.
      + intros w Hw. apply M. apply S3 in Hw. apply S1 in Hw as [Hw|Hw]; auto.
    - intros H. rewrite (g_prev _ _ G), (g_size _ _ G) in H.
      apply first_free_spec in H; [|lia]. destruct H as [H1 H2].
      assert (forall w, has w (row_digits n (desc g n) (tl (rev_append (desc g n) []))
        0 c s') = true <-> option_value n w) as F.
      { intros w. rewrite row_digits_spec by auto. split.
        - intros [H|H]; auto. apply S1 in H as [H|H]; auto.
        - auto. }
      apply U. split.
      + rewrite M, <- F, H1. discriminate.
      + intros w Hw. apply M, F. auto.
  Qed.

  Theorem run_sound : forall todo n st st', good n st -> 1 <= n ->
    run c bits todo st = Some st' -> good (todo + n) st'.
  Proof.
    induction todo as [|m IH]; simpl; intros n st st' G Hn E.
    - inversion E; now subst.
    - destruct (sparse_row c bits st) as [v|] eqn:R; [|discriminate].
      apply (sparse_row_sound n) in R; auto. subst v.
      rewrite <- Nat.add_succ_r. apply (IH (S n) (next bits st (g n))); auto.
      now apply good_next.
  Qed.
End Sound.

Transparent fuel_of_advance.
