(** Nimbers of take-and-break games, computed row by row from the definition. *)
From Coq Require Import List Arith NArith Lia Bool MSetPositive.
From Sprague Require Import Definitions Games Heaps Rows TakeAndBreak.
Import ListNotations.

(** * Any digits

    Row n by the definition, from the rows before it: any digits, slow. *)
Definition row_any (c : code) (n : nat) (prev : list N) : option N :=
  Some (mex (map (xsum (fun h => nth (n - 1 - h) prev 0%N)) (octal c n))).

Lemma row_any_sound c n v : row_any c n (desc (nim c) n) = Some v -> v = nim c n.
Proof.
  unfold row_any. intros E. inversion E. rewrite nim_eq. f_equal.
  apply map_ext_in. intros o Ho. apply xsum_ext. intros h Hh.
  pose proof (octal_decreasing c n o h Ho Hh).
  rewrite desc_nth by lia. f_equal. lia.
Qed.

(** * Digits up to 7, with a set of the values of the options *)
Definition has (v : N) (s : PositiveSet.t) : bool :=
  PositiveSet.mem (N.succ_pos v) s.
Definition put (v : N) (s : PositiveSet.t) : PositiveSet.t :=
  let k := N.succ_pos v in
  if PositiveSet.mem k s then s else PositiveSet.add k s.

Lemma succ_pos_inj a b : N.succ_pos a = N.succ_pos b -> a = b.
Proof.
  intros H. apply (f_equal N.pos) in H. rewrite !N.succ_pos_spec in H. lia.
Qed.

Lemma put_spec w v s : has w (put v s) = true <-> w = v \/ has w s = true.
Proof.
  unfold has, put. destruct (PositiveSet.mem (N.succ_pos v) s) eqn:E.
  - split; auto. intros [->|H]; auto.
  - pose proof (PositiveSet.add_spec s (N.succ_pos v) (N.succ_pos w)) as A.
    unfold PositiveSet.In in A. rewrite A. split.
    + intros [H|H]; auto. left. now apply succ_pos_inj.
    + intros [->|H]; auto.
Qed.

Fixpoint pairs (fuel xs ys : list N) (s : PositiveSet.t) : PositiveSet.t :=
  match fuel with
  | [] => s
  | _ :: f =>
    match xs, ys with
    | x :: xs', y :: ys' =>
      let s' := put (N.lxor x y) s in
      match f with [] => s' | _ :: f' => pairs f' xs' ys' s' end
    | _, _ => s
    end
  end.

Lemma pairs_spec w : forall len fuel xs ys s, length fuel <= len ->
  length fuel <= length xs -> length fuel <= length ys ->
  (has w (pairs fuel xs ys s) = true <->
   has w s = true \/ exists i, 2 * i < length fuel /\
                               w = N.lxor (nth i xs 0%N) (nth i ys 0%N)).
Proof.
  induction len as [|len IH]; intros fuel xs ys s Hlen Hx Hy.
  - destruct fuel; simpl in *; [|lia]. split; auto. intros [H|(i & H & _)]; auto. lia.
  - destruct fuel as [|a f]; simpl.
    { split; auto. intros [H|(i & H & _)]; auto. lia. }
    destruct xs as [|x xs]; [simpl in *; lia|].
    destruct ys as [|y ys]; [simpl in *; lia|].
    destruct f as [|b f].
    + rewrite put_spec. simpl. split.
      * intros [->|H]; auto. right. exists 0. split; auto.
      * intros [H|(i & Hi & ->)]; auto. left. destruct i; [auto|lia].
    + simpl in *. rewrite IH by lia. rewrite put_spec. split.
      * intros [[->|H]|(i & Hi & ->)]; auto.
        -- right. exists 0. split; [lia|auto].
        -- right. exists (S i). split; [lia|auto].
      * intros [H|(i & Hi & ->)]; auto. destruct i as [|i]; auto.
        right. exists i. split; [lia|auto].
Qed.

Definition row_digit (n : nat) (prev ys : list N) (t : nat) (d : N)
  (s : PositiveSet.t) : PositiveSet.t :=
  match t with
  | O => if N.testbit d 2 then pairs (tl prev) prev ys s else s
  | S t' =>
    match Nat.compare t n with
    | Eq => if N.testbit d 0 then put 0 s else s
    | Gt => s
    | Lt =>
      let s1 := if N.testbit d 1 then put (nth t' prev 0%N) s else s in
      if N.testbit d 2 then pairs (skipn (S t) prev) (skipn t prev) ys s1 else s1
    end
  end.

Lemma testbit_small d j : (d < 8)%N -> N.testbit d (N.of_nat j) = true -> j <= 2.
Proof.
  intros Hd H. destruct (Nat.le_gt_cases j 2) as [L|L]; auto.
  destruct (N.eq_dec d 0) as [->|Hz]; [now rewrite N.bits_0 in H|].
  rewrite N.bits_above_log2 in H; [discriminate|].
  assert (N.log2 d < 3)%N; [|lia]. apply N.log2_lt_pow2; [lia|]. exact Hd.
Qed.

Section Rows.
  Variable g : nat -> N.

  (** What one digit allows, by values. *)
  Definition digit_value (n t : nat) (d : N) (w : N) : Prop :=
    (t = n /\ t <> 0 /\ N.testbit d 0 = true /\ w = 0%N) \/
    (t < n /\ t <> 0 /\ N.testbit d 1 = true /\ w = g (n - t)) \/
    (N.testbit d 2 = true /\ exists a b, 1 <= a /\ 1 <= b /\ t + (a + b) = n /\
                                   w = N.lxor (g a) (g b)).

  Lemma digit_value_spec n t d w : (d < 8)%N ->
    digit_value n t d w <-> exists o, In o (digit_options n t d) /\ xsum g o = w.
  Proof.
    intros Hd. unfold digit_value.
    assert (forall a b, xsum g [a; b] = N.lxor (g a) (g b)) as X2
      by (intros; simpl; now rewrite N.lxor_0_r).
    split.
    - intros [(E1 & E2 & E3 & ->)|[(E1 & E2 & E3 & ->)|(E1 & a & b & Ha & Hb & E2 & ->)]].
      + exists []. split; auto. apply digit_options_spec. simpl.
        repeat split; auto; try easy. lia.
      + exists [n - t]. split; [|simpl; apply N.lxor_0_r].
        apply digit_options_spec. simpl. repeat split; auto; try lia.
      + exists [a; b]. split; auto. apply digit_options_spec. simpl.
        repeat split; auto; lia.
    - intros (o & Ho & <-).
      apply digit_options_spec in Ho as (H1 & H2 & H3 & H4).
      pose proof (testbit_small _ _ Hd H1) as Hl.
      destruct o as [|a [|b [|x o]]]; [| | |simpl in Hl; lia].
      + left. simpl in *. repeat split; auto; [lia|].
        intros E. specialize (H2 E). lia.
      + right. left. assert (1 <= a) by (apply H3; apply in_eq).
        simpl in *. repeat split; auto; [lia| |].
        * intros E. specialize (H2 E). lia.
        * rewrite N.lxor_0_r. f_equal. lia.
      + right. right. split; auto. exists a, b.
        repeat split; try (apply H3; simpl; auto).
        simpl in H4. lia. apply X2.
  Qed.

  Lemma pairs_row w n t s : t < n ->
    let prev := desc g n in
    (has w (pairs (skipn (S t) prev) (skipn t prev) (tl (rev_append prev [])) s) = true <->
     has w s = true \/ exists a b, 1 <= a /\ 1 <= b /\ t + (a + b) = n /\
                                   w = N.lxor (g a) (g b)).
  Proof.
    intros Ht prev. rewrite rev_append_rev, app_nil_r.
    assert (length (skipn (S t) prev) = n - S t) as L1
      by (rewrite skipn_length; unfold prev; now rewrite desc_length).
    assert (length (skipn t prev) = n - t) as L2
      by (rewrite skipn_length; unfold prev; now rewrite desc_length).
    assert (length (tl (rev prev)) = n - 1) as L3.
    { assert (length (rev prev) = n) as L by (rewrite rev_length; apply desc_length).
      destruct (rev prev); simpl in *; lia. }
    rewrite (pairs_spec w n) by lia. rewrite L1.
    assert (forall i, S i < n -> nth i (tl (rev prev)) 0%N = g (S i)) as N1.
    { intros i Hi.
      assert (nth i (tl (rev prev)) 0%N = nth (S i) (rev prev) 0%N) as ->
        by (destruct (rev prev); [now destruct i|reflexivity]).
      rewrite rev_nth by (unfold prev; rewrite desc_length; lia).
      unfold prev. rewrite desc_length, desc_nth by lia.
      f_equal. lia. }
    assert (forall i, t + i < n -> nth i (skipn t prev) 0%N = g (n - t - 1 - i)) as N2.
    { intros i Hi. replace prev with (desc g (n - t + t)) by (unfold prev; f_equal; lia).
      rewrite desc_skipn, desc_nth by lia. reflexivity. }
    split; intros [H|H]; auto; right.
    - destruct H as (i & Hi & ->). rewrite N1, N2 by lia.
      exists (n - t - 1 - i), (S i). repeat split; lia.
    - destruct H as (a & b & Ha & Hb & Hs & ->).
      destruct (Nat.lt_ge_cases (2 * (a - 1)) (n - S t)) as [L|L].
      + exists (a - 1). split; auto. rewrite N1, N2 by lia.
        rewrite N.lxor_comm. do 2 f_equal; lia.
      + exists (b - 1). split; [lia|]. rewrite N1, N2 by lia.
        do 2 f_equal; lia.
  Qed.

  Lemma row_digit_spec w n t d s : (d < 8)%N ->
    let prev := desc g n in
    (has w (row_digit n prev (tl (rev_append prev [])) t d s) = true <->
     has w s = true \/ exists o, In o (digit_options n t d) /\ xsum g o = w).
  Proof.
    intros Hd prev. rewrite <- digit_value_spec by auto. unfold digit_value, row_digit.
    destruct t as [|t'].
    - destruct (N.testbit d 2) eqn:B2.
      + destruct n as [|n].
        { simpl. split; auto. intros [H|[H|[H|H]]]; auto; exfalso; try lia.
          destruct H as (_ & a & b & H); lia. }
        pose proof (pairs_row w (S n) 0 s ltac:(lia)) as P. simpl in P. 
        change (tl prev) with (desc g n). unfold prev. simpl. rewrite P.
        split; intros [H|H]; auto. right.
        destruct H as [H|[H|[_ H]]]; [lia|lia|auto].
      + split; auto. intros [H|[H|[H|[H _]]]]; auto; try lia; discriminate.
    - destruct (Nat.compare_spec (S t') n) as [E|E|E].
      + destruct (N.testbit d 0) eqn:B0; rewrite ?put_spec.
        * split; [intros [->|H]; auto 10|].
          intros [H|[(_ & _ & _ & ->)|[H|(_ & a & b & H)]]]; auto; lia.
        * split; auto. intros [H|[(_ & _ & H & _)|[H|(_ & a & b & H)]]]; auto; try lia; discriminate.
      + set (s1 := if N.testbit d 1 then put (nth t' prev 0%N) s else s).
        assert (has w s1 = true <-> has w s = true \/
          (N.testbit d 1 = true /\ w = g (n - S t'))) as S1.
        { unfold s1. destruct (N.testbit d 1).
          - rewrite put_spec. unfold prev. rewrite desc_nth by lia.
            replace (n - 1 - t') with (n - S t') by lia. tauto.
          - split; auto. intros [H|[H _]]; auto; discriminate. }
        destruct (N.testbit d 2) eqn:B2.
        * unfold prev. rewrite pairs_row by lia. rewrite S1. split.
          -- intros [[H|[H1 H2]]|H]; auto 10.
          -- intros [H|[H|[(_ & _ & H)|(_ & H)]]]; auto. lia.
        * rewrite S1. split.
          -- intros [H|[H1 H2]]; auto 10.
          -- intros [H|[H|[(_ & _ & H)|(H & _)]]]; auto; [lia|discriminate].
      + split; auto. intros [H|[H|[H|(_ & a & b & H)]]]; auto; lia.
  Qed.

  Fixpoint row_digits (n : nat) (prev ys : list N) (t : nat) (c : code)
    (s : PositiveSet.t) : PositiveSet.t :=
    match c with
    | [] => s
    | d :: c' => row_digits n prev ys (S t) c' (row_digit n prev ys t d s)
    end.

  Lemma row_digits_spec w n c : forall t s, (forall d, In d c -> (d < 8)%N) ->
    let prev := desc g n in
    (has w (row_digits n prev (tl (rev_append prev [])) t c s) = true <->
     has w s = true \/ exists o, In o (code_options n t c) /\ xsum g o = w).
  Proof.
    intros t s Hd prev. subst prev. revert t s.
    induction c as [|d c IH]; intros t s; simpl.
    - split; auto. intros [H|(o & [] & _)]; auto.
    - rewrite IH by auto using in_cons.
      rewrite row_digit_spec by auto using in_eq. split.
      + intros [[H|(o & H & H')]|(o & H & H')]; auto; right; exists o;
          rewrite in_app_iff; auto.
      + intros [H|(o & H & H')]; auto. apply in_app_iff in H as [H|H]; eauto.
  Qed.
End Rows.

Fixpoint first_free (fuel : list N) (v : N) (s : PositiveSet.t) : option N :=
  if has v s then match fuel with
                  | [] => None
                  | _ :: f => first_free f (N.succ v) s
                  end
  else Some v.

Lemma first_free_spec s : forall fuel v r,
  (forall w, (w < v)%N -> has w s = true) -> first_free fuel v s = Some r ->
  has r s = false /\ forall w, (w < r)%N -> has w s = true.
Proof.
  induction fuel as [|a f IH]; simpl; intros v r Hlow H;
    destruct (has v s) eqn:E; try discriminate.
  - inversion H; subst. auto.
  - apply (IH (N.succ v)); auto. intros w Hw.
    destruct (N.eq_dec w v) as [->|]; auto. apply Hlow. lia.
  - inversion H; subst. auto.
Qed.

Definition row_octal (c : code) (n : nat) (prev : list N) : option N :=
  first_free prev 0 (row_digits n prev (tl (rev_append prev [])) 0 c PositiveSet.empty).

Lemma row_octal_sound c n v : (forall d, In d c -> (d < 8)%N) ->
  row_octal c n (desc (nim c) n) = Some v -> v = nim c n.
Proof.
  intros Hd H. apply first_free_spec in H; [|lia]. destruct H as [H1 H2].
  rewrite nim_eq. symmetry. apply is_mex_mex.
  assert (forall w, has w (row_digits n (desc (nim c) n)
    (tl (rev_append (desc (nim c) n) [])) 0 c PositiveSet.empty) = true <->
    In w (map (xsum (nim c)) (octal c n))) as S.
  { intros w. rewrite row_digits_spec by auto. rewrite in_map_iff. split.
    - intros [H|(o & Ho & E)]; [|eauto].
      unfold has in H. now rewrite PositiveSet.mem_Leaf in H || (destruct (N.succ_pos w); discriminate).
    - intros (o & E & Ho). right. eauto. }
  split.
  - rewrite <- S. rewrite H1. discriminate.
  - intros w Hw. apply S. auto.
Qed.

Definition small (c : code) : bool := forallb (fun d => N.ltb d 8) c.

(** The row of any code. *)
Definition plain_row (c : code) : nat -> list N -> option N :=
  if small c then row_octal c else row_any c.

Lemma plain_row_sound c n v : plain_row c n (desc (nim c) n) = Some v -> v = nim c n.
Proof.
  unfold plain_row. destruct (small c) eqn:E.
  - apply row_octal_sound. intros d Hd. unfold small in E.
    rewrite forallb_forall in E. specialize (E d Hd). now apply N.ltb_lt.
  - apply row_any_sound.
Qed.

