(** The options of all heaps: heaps that stay, and heaps that move along, from the order alone. *)
From Coq Require Import List Arith NArith Lia Bool.
From Sprague Require Import Definitions Games Rows Compared Order.
Import ListNotations.

Section Structure.
  Variables left right : list nat.
  Let G := heap left right.
  Let B := bits left right [zero] 0.

  (** The place of an option of row n. *)
  Definition place (n : nat) (o : heap_option) : nat :=
    match o with At c => c | Below b => n - b end.
  Definition options_of (n : nat) (l r : list heap_option) : game :=
    Game (map (fun o => G (place n o)) l) (map (fun o => G (place n o)) r).

  (** Whether G m <= the game with these options, and >=. *)
  Definition compared (l r : list heap_option) (n m : nat) : bool * bool :=
    (geb (options_of n l r) (G m), geb (G m) (options_of n l r)).

  Lemma bits_zero m n : B m n = (geb (G n) (G m), geb (G m) (G n)).
  Proof. unfold B, bits, bit, beside. cbn [nth]. now rewrite plus_zero. Qed.

  (** Both follow from those of smaller heaps, and from the order. *)
  Definition next (l r : list (bool * bool)) (prev : nat -> bool * bool) (m : nat) : bool * bool :=
    (forallb (fun x => negb (snd (prev x))) (after left m) && forallb (fun c => negb (snd c)) r,
     forallb (fun x => negb (fst (prev x))) (after right m) && forallb (fun c => negb (fst c)) l).

  Lemma forallb_same {A} (f g : A -> bool) l : (forall x, In x l -> f x = g x) ->
    forallb f l = forallb g l.
  Proof.
    induction l as [|x l IH]; intros H; [auto|]. cbn [forallb].
    rewrite (H x (in_eq _ _)), IH; auto. intros y Hy. apply H. now right.
  Qed.

  Lemma compared_eq l r n m : compared l r n m =
    next (map (fun o => B m (place n o)) l) (map (fun o => B m (place n o)) r) (compared l r n) m.
  Proof.
    assert (forall x, left_of (G x) = map G (after left x)) as Left
      by (intros x; unfold G; now rewrite heap_eq).
    assert (forall x, right_of (G x) = map G (after right x)) as Right
      by (intros x; unfold G; now rewrite heap_eq).
    unfold compared at 1, next. rewrite (geb_eq (options_of n l r)), (geb_eq (G m)), Left, Right.
    unfold options_of at 1 4. cbn [left_of right_of]. rewrite !forallb_map. f_equal.
    - rewrite andb_comm. f_equal. apply forallb_same. intros o _. now rewrite bits_zero.
    - f_equal. apply forallb_same. intros o _. now rewrite bits_zero.
  Qed.

  Lemma compared_local k l r n m n' m' : (forall a, In a (left ++ right) -> a <= k) ->
    (forall a, 1 <= a <= k -> (a <= m <-> a <= m') /\
      (a <= m -> compared l r n (m - a) = compared l r n' (m' - a))) ->
    (forall o, In o (l ++ r) -> B m (place n o) = B m' (place n' o)) ->
    compared l r n m = compared l r n' m'.
  Proof.
    intros Hk A O. rewrite (compared_eq l r n m), (compared_eq l r n' m'). unfold next.
    rewrite !forallb_map.
    assert (forall set (f : bool * bool -> bool), (forall a, In a set -> In a (left ++ right)) ->
      forallb (fun x => negb (f (compared l r n x))) (after set m) =
      forallb (fun x => negb (f (compared l r n' x))) (after set m')) as S.
    { intros set f H. apply forallb_after. intros a Ha H1.
      destruct (A a) as [A1 A2]; [split; auto|]. split; auto. intros Hm. do 2 f_equal. auto. }
    f_equal; f_equal.
    - apply S. intros a Ha. apply in_app_iff. auto.
    - apply forallb_same. intros o Ho. rewrite O; auto. apply in_app_iff. auto.
    - apply S. intros a Ha. apply in_app_iff. auto.
    - apply forallb_same. intros o Ho. rewrite O; auto. apply in_app_iff. auto.
  Qed.

  (** * Theorem C: options that hold for one period of rows hold for ever *)

  Section Carried.
    Variables k n0 p far : nat.
    Hypothesis Hp : 1 <= p.
    Hypothesis Hk : forall a, In a (left ++ right) -> a <= k.
    Hypothesis diagonal : forall m n, n0 <= m -> n0 <= n -> B (m + p) (n + p) = B m n.
    Hypothesis far_up : forall m n, m + far <= n -> B m (n + p) = B m n.
    Hypothesis far_along : forall m n, n + far <= m -> B (m + p) n = B m n.

    Variables l r : list heap_option.
    (** The furthest option, and a place from which on the comparisons repeat. *)
    Variables w settled : nat.
    Hypothesis Hw : forall b, In (Below b) (l ++ r) -> b <= w.
    Hypothesis Hat : forall c, In (At c) (l ++ r) -> c + far <= settled.
    Hypothesis Hn0 : n0 <= settled.

    Definition carried (n : nat) : Prop := compared l r n n = (true, true) /\
      forall m, settled <= m < settled + k -> compared l r n (m + p) = compared l r n m.

    Lemma carried_later n : settled + p + k + w + far <= n -> n0 + w <= n ->
      carried n -> carried (n + p).
    Proof.
      intros H1 H2 [E S].
      assert (forall m, m + w + far <= n -> compared l r (n + p) m = compared l r n m) as Low.
      { intros m. induction m as [m IH] using lt_wf_ind. intros Hm.
        apply (compared_local k); auto.
        - intros a Ha. split; [tauto|]. intros La. apply IH; lia.
        - intros [c|b] Ho; cbn [place]; auto. specialize (Hw b Ho).
          replace (n + p - b) with (n - b + p) by lia. apply far_up. lia. }
      assert (forall m, settled <= m -> compared l r (n + p) (m + p) = compared l r n m) as High.
      { intros m. induction m as [m IH] using lt_wf_ind. intros Hm.
        destruct (Nat.lt_ge_cases m (settled + k)) as [L|L].
        - rewrite Low by lia. apply S. lia.
        - apply (compared_local k); auto.
          + intros a Ha. split; [lia|]. intros La. replace (m + p - a) with (m - a + p) by lia.
            apply IH; lia.
          + intros [c|b] Ho; cbn [place].
            * apply far_along. specialize (Hat c Ho). lia.
            * specialize (Hw b Ho). replace (n + p - b) with (n - b + p) by lia.
              apply diagonal; lia. }
      split.
      - rewrite High by lia. auto.
      - intros m Hm. rewrite !Low by lia. now apply S.
    Qed.
  End Carried.

  (** * Columns of the order, and the comparisons of a row, as lists *)

  Section Lists.
    Variable len : nat.

    Definition bits_of (c : nat) : list (bool * bool) := map (fun m => B m c) (seq 0 len).

    (** Column c: bit c of the lines from c on, which have lost c bits. *)
    Fixpoint columns (ls : list (N * N)) (count : nat) : list (list (bool * bool)) :=
      match count with
      | O => []
      | S count => map (fun x => (N.odd (snd x), N.odd (fst x))) (firstn len ls) ::
                   columns (map (fun x => (N.div2 (fst x), N.div2 (snd x))) (tl ls)) count
      end.

    Let at_line := cell left right [zero] 0.
    Definition shifted (c : nat) (x : N * N) : N * N :=
      (N.shiftr (fst x) (N.of_nat c), N.shiftr (snd x) (N.of_nat c)).

    Lemma shifted_bits m c : let x := shifted c (at_line (c + m)) in
      (N.odd (snd x), N.odd (fst x)) = B m c.
    Proof.
      cbv zeta. unfold shifted. cbn [fst snd].
      rewrite <- !N.bit0_odd, !N.shiftr_spec', !N.add_0_l, bits_zero.
      pose proof (cell_spec left right [zero] false 0 (c + m) c) as E0.
      pose proof (cell_spec left right [zero] true 0 (c + m) c) as E1. cbn [pick] in E0, E1.
      fold at_line in E0, E1. rewrite E0, E1, (proj2 (Nat.leb_le c (c + m))) by lia.
      replace (c + m - c) with m by lia. unfold bit, beside. cbn [nth]. now rewrite plus_zero.
    Qed.

    Lemma map_seq {A} : forall d (f : nat -> A) c,
      map f (seq c d) = map (fun m => f (c + m)) (seq 0 d).
    Proof.
      induction d as [|d IH]; intros f c; [reflexivity|]. cbn [seq map]. f_equal; [f_equal; lia|].
      rewrite IH, (IH _ 1). apply map_ext. intros m. f_equal. lia.
    Qed.

    Lemma columns_spec : forall count c lines, c + count + len <= lines ->
      columns (map (fun s => shifted c (at_line s)) (seq c (lines - c))) count =
      map bits_of (seq c count).
    Proof.
      induction count as [|count IH]; intros c lines H; [reflexivity|]. cbn [columns seq map]. f_equal.
      - rewrite firstn_map. replace (lines - c) with (len + (lines - c - len)) by lia.
        rewrite seq_app, firstn_app, seq_length, Nat.sub_diag, firstn_O, app_nil_r.
        rewrite firstn_all2 by now rewrite seq_length. rewrite map_map, map_seq.
        apply map_ext. intros m. apply shifted_bits.
      - replace (lines - c) with (S (lines - S c)) by lia. cbn [seq map tl].
        rewrite map_map, <- (IH (S c) lines) by lia. f_equal. apply map_ext. intros s. unfold shifted.
        cbn [fst snd]. now rewrite Nat2N.inj_succ, !N.shiftr_succ_r.
    Qed.

    (** The m-th members of all columns, for each m. *)
    Fixpoint turn (cs : list (list (bool * bool))) (len : nat) : list (list (bool * bool)) :=
      match len with
      | O => []
      | S len => map (hd (false, false)) cs :: turn (map (@tl _) cs) len
      end.

    Lemma turn_spec (cs : list nat) : forall d e a, d <= e ->
      turn (map (fun c => map (fun m => B m c) (seq a e)) cs) d =
      map (fun m => map (B m) cs) (seq a d).
    Proof.
      induction d as [|d IH]; intros e a H; [reflexivity|]. destruct e as [|e]; [lia|].
      cbn [turn seq map]. f_equal; [now rewrite map_map|]. rewrite map_map. cbn [tl].
      apply IH. lia.
    Qed.

    Definition from_set (set : list nat) (f : bool * bool -> bool) (prev : list (bool * bool)) :=
      forallb (fun a => negb (f (nth (a - 1) prev (false, false)))) set.

    Fixpoint walk (ls rs : list (list (bool * bool))) (prev : list (bool * bool)) :=
      match ls, rs with
      | cl :: ls, cr :: rs =>
        walk ls rs ((from_set left snd prev && forallb (fun c => negb (snd c)) cr,
                     from_set right fst prev && forallb (fun c => negb (fst c)) cl) :: prev)
      | _, _ => prev
      end.

    Hypothesis positive : forall a, In a (left ++ right) -> 1 <= a.

    Lemma from_set_spec set f (x : nat -> bool * bool) m : (forall a, In a set -> 1 <= a) ->
      f (false, false) = false ->
      from_set set f (desc x m) = forallb (fun y => negb (f (x y))) (after set m).
    Proof.
      intros P F. unfold from_set. apply eq_iff_eq_true. rewrite !forallb_forall. split.
      - intros H y Hy. apply after_spec in Hy as (a & Ha & H1 & E). specialize (H a Ha).
        rewrite desc_nth in H by lia. now replace (m - 1 - (a - 1)) with y in H by lia.
      - intros H a Ha. specialize (P a Ha). destruct (Nat.le_gt_cases a m) as [L|L].
        + rewrite desc_nth by lia. apply H, after_spec. exists a. repeat split; auto. lia.
        + rewrite nth_overflow by (rewrite desc_length; lia). now rewrite F.
    Qed.

    Lemma walk_spec l r n : forall d m,
      walk (map (fun m => map (fun o => B m (place n o)) l) (seq m d))
           (map (fun m => map (fun o => B m (place n o)) r) (seq m d)) (desc (compared l r n) m) =
      desc (compared l r n) (d + m).
    Proof.
      induction d as [|d IH]; intros m; [reflexivity|]. cbn [seq map walk].
      rewrite !from_set_spec; auto; try (intros a Ha; apply positive, in_app_iff; auto).
      replace (S d + m) with (d + S m) by lia. rewrite <- IH. cbn [desc]. do 2 f_equal.
      symmetry. apply compared_eq.
    Qed.

    Variable cols : list (list (bool * bool)).
    Hypothesis Hcols : cols = map bits_of (seq 0 len).

    Definition looked_up (n : nat) (o : heap_option) := nth (place n o) cols [].

    (** The comparisons of row n with heaps n, n - 1, and so on. *)
    Definition comparisons (l r : list heap_option) (n : nat) : list (bool * bool) :=
      walk (turn (map (looked_up n) l) (S n)) (turn (map (looked_up n) r) (S n)) [].

    Lemma comparisons_spec l r n : n < len -> (forall o, In o (l ++ r) -> place n o < len) ->
      comparisons l r n = desc (compared l r n) (S n).
    Proof.
      intros Hn Ho. unfold comparisons.
      assert (forall os, (forall o, In o os -> In o (l ++ r)) -> turn (map (looked_up n) os) (S n) =
        map (fun m => map (fun o => B m (place n o)) os) (seq 0 (S n))) as E.
      { intros os H. rewrite (map_ext_in _ (fun o => map (fun m => B m (place n o)) (seq 0 len))).
        - rewrite <- (map_map (place n) (fun c => map (fun m => B m c) (seq 0 len))).
          rewrite turn_spec by lia. apply map_ext. intros m. now rewrite map_map.
        - intros o Hin. unfold looked_up. rewrite Hcols.
          rewrite (nth_indep _ _ (bits_of 0)) by (rewrite map_length, seq_length; auto).
          rewrite map_nth, seq_nth by auto. reflexivity. }
      rewrite !E by (intros o; rewrite in_app_iff; auto).
      etransitivity; [exact (walk_spec l r n (S n) 0)|]. f_equal. lia.
    Qed.
  End Lists.

  (** * The checker *)

  (** Rows number j modulo p have these options from n1 on; and the place of [carried]. *)
  Definition options : Type := N * N * list heap_option * list heap_option * nat.

  Definition below_by (o : heap_option) : nat := match o with At _ => 0 | Below b => b end.
  Definition pair_eqb (x y : bool * bool) : bool :=
    Bool.eqb (fst x) (fst y) && Bool.eqb (snd x) (snd y).

  Lemma pair_eqb_spec x y : pair_eqb x y = true <-> x = y.
  Proof.
    destruct x as [[|] [|]], y as [[|] [|]]; unfold pair_eqb; simpl; split; congruence.
  Qed.

  Section Check.
    Variables n0 far p : N.
    (** From this row on options are carried. *)
    Variable first : nat.
    Let len := first + N.to_nat p.
    Let k := list_max (left ++ right).

    Definition row_check (cols : list (list (bool * bool))) (c : options) (n : nat) : bool :=
      let '(n1, j, l, r, settled) := c in
      let row := comparisons cols l r n in
      let later := settled + k + N.to_nat p in
      let bits := hd (false, false) row in
      fst bits && snd bits &&
      (if first <=? n then
         let tail := skipn (S n - later) row in
         same pair_eqb k tail (skipn (N.to_nat p) tail)
       else true).

    Definition class_check (cols : list (list (bool * bool))) (c : options) : bool :=
      let '(n1, j, l, r, settled) := c in
      let w := list_max (map below_by (l ++ r)) in
      (settled + N.to_nat p + k + w + N.to_nat far <=? first) && (N.to_nat n0 + w <=? first) &&
      (N.to_nat n0 <=? settled) && (N.to_nat n1 <=? first) &&
      forallb (fun o => match o with At c => c + N.to_nat far <=? settled | Below _ => true end)
        (l ++ r) &&
      forallb (fun n => if N.eqb (n mod p) j then row_check cols c (N.to_nat n) else true)
        (count_from n1 (len - N.to_nat n1)).

    Definition options_check (cs : list options) : bool :=
      let side := Nat.max (side_needed left right n0 far p) len in
      match table left right [([], [])] (2 * side) with
      | Some t => repeats_check left right [([], [])] n0 far p side t &&
                  forallb (class_check (columns len (map (hd (0, 0)%N) (rev t)) len)) cs
      | None => false
      end.

    Definition options_hold (c : options) : Prop :=
      let '(n1, j, l, r, _) := c in has_options G n1 j p l r.

    Theorem row_options cs : options_check cs = true -> all (map options_hold cs).
    Proof.
      unfold options_check. cbv zeta.
      set (side := Nat.max (side_needed left right n0 far p) len).
      destruct (table left right [([], [])] (2 * side)) as [t|] eqn:Et; [|easy].
      intros H. apply andb_true_iff in H as [Hr Hc]. rewrite forallb_forall in Hc.
      assert (are_games [([], [])] [zero]) as Hg by reflexivity.
      pose proof (repeats_sound left right _ n0 far p _ Hg side t Et Hr) as R.
      assert (0 < p)%N as Hp.
      { unfold repeats_check in Hr. rewrite !andb_true_iff, N.ltb_lt in Hr. tauto. }
      assert (forall a, In a (left ++ right) -> 1 <= a) as P.
      { unfold repeats_check in Hr. rewrite !andb_true_iff, forallb_forall in Hr.
        intros a Ha. apply Nat.leb_le. now apply Hr. }
      assert (forall a, In a (left ++ right) -> a <= k) as K.
      { intros a Ha. pose proof (list_max_le (left ++ right) k) as [L _].
        rewrite Forall_forall in L. now apply L. }
      apply (table_sound left right [([], [])] [zero]) in Et; auto. subst t.
      rewrite desc_rev, map_map in Hc. set (cols := columns len _ len) in Hc.
      assert (cols = map (bits_of len) (seq 0 len)) as Hcols.
      { unfold cols. rewrite <- (columns_spec len len 0 (2 * side)) by lia. f_equal.
        rewrite Nat.sub_0_r. apply map_ext. intros s. unfold shifted.
        cbn [N.of_nat]. rewrite !N.shiftr_0_r. now destruct (cell left right [zero] 0 s) eqn:E. }
      assert (forall m n, N.to_nat n0 <= m -> N.to_nat n0 <= n ->
        B (m + N.to_nat p) (n + N.to_nat p) = B m n) as D1.
      { intros m n Hm Hn. destruct (R 0 (m + N.to_nat p) (n + N.to_nat p)) as [D _]; [auto|].
        unfold B. rewrite D by lia. f_equal; lia. }
      assert (forall m n, m + N.to_nat far <= n -> B m (n + N.to_nat p) = B m n) as D2.
      { intros m n Hm. destruct (R 0 m (n + N.to_nat p)) as (_ & F & _); [auto|].
        unfold B. rewrite F by lia. f_equal; lia. }
      assert (forall m n, n + N.to_nat far <= m -> B (m + N.to_nat p) n = B m n) as D3.
      { intros m n Hm. destruct (R 0 (m + N.to_nat p) n) as (_ & _ & F); [auto|].
        unfold swap in F. unfold on_far in F. unfold B. rewrite F by lia. f_equal; lia. }
      apply all_map. intros [[[[n1 j] l] r] settled] Hin. specialize (Hc _ Hin).
      unfold class_check in Hc. cbv zeta in Hc.
      set (w := list_max (map below_by (l ++ r))) in Hc.
      rewrite !andb_true_iff, !Nat.leb_le, !forallb_forall in Hc.
      destruct Hc as (((((C1 & C2) & C3) & C4) & C5) & C6).
      assert (forall b, In (Below b) (l ++ r) -> b <= w) as W.
      { intros b Hb. pose proof (list_max_le (map below_by (l ++ r)) w) as [L _].
        rewrite Forall_forall in L. apply L; auto. apply (in_map below_by _ _ Hb). }
      assert (forall c, In (At c) (l ++ r) -> c + N.to_nat far <= settled) as A.
      { intros c Hb. apply Nat.leb_le. apply (C5 _ Hb). }
      assert (forall n : N, (n1 <= n)%N -> (n mod p = j)%N -> N.to_nat n < len ->
        compared l r (N.to_nat n) (N.to_nat n) = (true, true) /\
        (first <= N.to_nat n -> carried k (N.to_nat p) l r settled (N.to_nat n))) as Base.
      { intros n H1 Hj Hl. specialize (C6 n). rewrite Hj, N.eqb_refl in C6.
        assert (In n (count_from n1 (len - N.to_nat n1))) as I by (apply count_from_In; lia).
        specialize (C6 I). unfold row_check in C6. cbv zeta in C6.
        rewrite (comparisons_spec len P cols Hcols) in C6; auto.
        2:{ intros [c|b] Ho; cbn [place]; [specialize (A c Ho)|]; lia. }
        apply andb_true_iff in C6 as [E Q]. cbn [desc hd] in E.
        assert (compared l r (N.to_nat n) (N.to_nat n) = (true, true)) as E'.
        { destruct (compared l r (N.to_nat n) (N.to_nat n)) as [[|] [|]];
            cbn [fst snd andb] in E; congruence. }
        split; auto. intros Hf. split; auto. rewrite (proj2 (Nat.leb_le first _) Hf) in Q.
        set (later := settled + k + N.to_nat p) in Q. set (x := compared l r (N.to_nat n)) in *.
        assert (skipn (S (N.to_nat n) - later) (desc x (S (N.to_nat n))) = desc x later) as Sk.
        { replace (S (N.to_nat n)) with (later + (S (N.to_nat n) - later)) at 2
            by (unfold later; lia).
          apply desc_skipn. }
        rewrite Sk in Q. unfold later in Q. rewrite desc_skipn in Q.
        rewrite (same_desc _ _ pair_eqb_spec) in Q by lia.
        intros m Hm. apply Q. lia. }
      assert (forall n : N, (N.of_nat first <= n)%N -> (n mod p = j)%N ->
        carried k (N.to_nat p) l r settled (N.to_nat n)) as Later.
      { intros n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros H1 Hj.
        destruct (Nat.lt_ge_cases (N.to_nat n) len) as [L|L]; [apply Base; auto; lia|].
        replace (N.to_nat n) with (N.to_nat (n - p) + N.to_nat p) by lia.
        apply (carried_later k (N.to_nat n0) (N.to_nat p) (N.to_nat far)) with (w := w); auto; try lia.
        apply IH; try lia. rewrite <- Hj. rewrite <- (N.mod_add (n - p) 1 p) by lia. f_equal. lia. }
      unfold options_hold, has_options. intros n H1 Hj. cbv zeta.
      assert (compared l r (N.to_nat n) (N.to_nat n) = (true, true)) as E.
      { destruct (Nat.lt_ge_cases (N.to_nat n) len) as [L|L]; [exact (proj1 (Base n H1 Hj L))|].
        refine (proj1 (Later n _ Hj)). lia. }
      unfold compared, options_of in E. injection E as E1 E2. apply geb_spec in E1, E2.
      split.
      - refine (eq_ind _ (at_least _) E2 _ _). f_equal; apply map_ext; now intros [c|b].
      - refine (eq_ind _ (fun g => at_least g _) E1 _ _). f_equal; apply map_ext; now intros [c|b].
    Qed.
  End Check.
End Structure.
