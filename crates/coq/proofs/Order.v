(** The order of all heaps of which Left takes amounts of one set and Right of another, beside
    finitely many games: a table of bits, filled from the rules, whose repetition along the diagonal
    and far from it in a square that is large enough holds for ever (order look-back). *)
From Coq Require Import List Arith NArith Lia Bool.
From Sprague Require Import Definitions Games Rows Compared.
Import ListNotations.

(** * Order look-back

    A table of cells (i, m, n), where i counts the games beside: each cell follows from those up to k
    lower in m, or in n, and from those of smaller i. *)

Section LookBack.
  Variable X : Type.
  Variables K k n0 p far : nat.
  Hypothesis Hp : 1 <= p.

  Definition local (T : nat -> nat -> nat -> X) := forall i m n m' n', i < K ->
    (forall a, 1 <= a <= k -> (a <= m <-> a <= m') /\ (a <= m -> T i (m - a) n = T i (m' - a) n')) ->
    (forall a, 1 <= a <= k -> (a <= n <-> a <= n') /\ (a <= n -> T i m (n - a) = T i m' (n' - a))) ->
    (forall j, j < i -> T j m n = T j m' n') ->
    T i m n = T i m' n'.

  Definition swap (T : nat -> nat -> nat -> X) i m n := T i n m.

  Lemma local_swap T : local T -> local (swap T).
  Proof. intros H i m n m' n' Hi A B C. unfold swap in *. apply H; auto. Qed.

  Definition on_diagonal (T : nat -> nat -> nat -> X) i m n :=
    n0 + p <= m -> n0 + p <= n -> T i m n = T i (m - p) (n - p).
  Definition on_far (T : nat -> nat -> nat -> X) i m n :=
    m + far + p <= n -> T i m n = T i m (n - p).
  Definition repeats T i m n :=
    on_diagonal T i m n /\ on_far T i m n /\ on_far (swap T) i n m.

  Lemma repeats_swap T i m n : repeats T i m n -> repeats (swap T) i n m.
  Proof. unfold repeats, on_diagonal, on_far, swap. intuition. Qed.

  (** One half of the table, from all that is lower. *)
  Lemma step T side i m n : local T -> n0 + far + 2 * (k + p) <= side ->
    i < K -> m <= n -> side <= n ->
    (forall j m' n', j < K -> m' + n' < m + n -> repeats T j m' n') ->
    (forall j, j < i -> repeats T j m n) ->
    repeats T i m n.
  Proof.
    intros L S Hi Hmn Hn IH IHi.
    assert (n0 + p + k <= m -> T i m n = T i (m - p) (n - p)) as D.
    { intros Hm. apply L; auto.
      - intros a Ha. split; [lia|]. intros _. destruct (IH i (m - a) n) as (E & _); auto; [lia|].
        rewrite E by lia. f_equal; lia.
      - intros a Ha. split; [lia|]. intros _. destruct (IH i m (n - a)) as (E & _); auto; [lia|].
        rewrite E by lia. f_equal; lia.
      - intros j Hj. apply IHi; lia. }
    assert (m + far + p + k <= n -> T i m n = T i m (n - p)) as F.
    { intros Hf. apply L; auto.
      - intros a Ha. split; [lia|]. intros Hm. apply (IH i (m - a) n); auto; lia.
      - intros a Ha. split; [lia|]. intros _.
        destruct (IH i m (n - a)) as (_ & E & _); auto; [lia|].
        rewrite E by lia. f_equal; lia.
      - intros j Hj. apply IHi; lia. }
    split; [|split].
    - intros H1 H2. destruct (Nat.le_gt_cases (n0 + p + k) m) as [Hm|Hm]; auto.
      rewrite F by lia. destruct (IH i m (n - p)) as (E & _); auto; [lia|].
      rewrite E by lia. destruct (IH i (m - p) (n - p)) as (_ & E' & _); auto; [lia|].
      now rewrite E' by lia.
    - intros H. destruct (Nat.le_gt_cases (m + far + p + k) n) as [Hf|Hf]; auto.
      rewrite D by lia. destruct (IH i (m - p) (n - p)) as (_ & E & _); auto; [lia|].
      rewrite E by lia. destruct (IH i m (n - p)) as (E' & _); auto; [lia|].
      now rewrite E' by lia.
    - intros H. lia.
  Qed.

  (** Theorem A: what holds in a square that is large enough holds for ever. *)
  Theorem order_look_back T side : local T -> n0 + far + 2 * (k + p) <= side ->
    (forall i m n, i < K -> m < side -> n < side -> repeats T i m n) ->
    forall i m n, i < K -> repeats T i m n.
  Proof.
    intros L S Square.
    assert (forall s i m n, m + n = s -> i < K -> repeats T i m n) as H; [|eauto].
    intros s. induction s as [s IHs] using lt_wf_ind.
    intros i. induction i as [i IHi] using lt_wf_ind. intros m n E Hi.
    destruct (Nat.le_gt_cases m n) as [Hmn|Hmn].
    - destruct (Nat.lt_ge_cases n side) as [Hn|Hn]; [apply Square; auto; lia|].
      apply (step T side); auto.
      + intros j m' n' Hj Hlt. apply (IHs (m' + n')); auto. lia.
      + intros j Hj. apply IHi; auto. lia.
    - destruct (Nat.lt_ge_cases m side) as [Hm|Hm]; [apply Square; auto; lia|].
      apply (repeats_swap (swap T)). apply (step (swap T) side); auto; [now apply local_swap|lia| |].
      + intros j m' n' Hj Hlt. apply (repeats_swap T). apply (IHs (n' + m')); auto. lia.
      + intros j Hj. apply (repeats_swap T). apply IHi; auto. lia.
  Qed.
End LookBack.

(** * The bits of heaps beside games *)

Section Bits.
  Variables left right : list nat.
  (** The options of each game, as places of earlier ones; and the games. *)
  Variable layers : list (list nat * list nat).
  Variable games : list game.

  Definition layer i := nth i layers ([], []).
  Definition beside i := nth i games zero.

  (** The games have these options, which come earlier. *)
  Definition are_games : Prop :=
    map (fun l => Game (map beside (fst l)) (map beside (snd l))) layers = games.
  Fixpoint are_earlier (i : nat) (ls : list (list nat * list nat)) : bool :=
    match ls with
    | [] => true
    | (l, r) :: ls => forallb (fun j => j <? i) (l ++ r) && are_earlier (S i) ls
    end.

  Hypothesis Hgames : are_games.
  Hypothesis Hearlier : are_earlier 0 layers = true.

  Lemma beside_eq i : i < length layers ->
    beside i = Game (map beside (fst (layer i))) (map beside (snd (layer i))).
  Proof.
    intros H. assert (forall f, nth i (map f layers) zero = f (layer i)) as E.
    { intros f. unfold layer. rewrite <- (map_nth f). apply nth_indep. now rewrite map_length. }
    unfold beside at 1. pose proof Hgames as Eq. unfold are_games in Eq. rewrite <- Eq at 1. apply E.
  Qed.

  Lemma earlier i j : In j (fst (layer i)) \/ In j (snd (layer i)) -> j < i.
  Proof.
    assert (forall ls a, are_earlier a ls = true -> forall i,
      In j (fst (nth i ls ([], []))) \/ In j (snd (nth i ls ([], []))) -> j < a + i) as H.
    { induction ls as [|[l r] ls IH]; intros a E b Hb; [destruct b; simpl in Hb; tauto|].
      simpl in E. apply andb_true_iff in E as [E1 E2]. destruct b as [|b]; simpl in Hb.
      - rewrite forallb_forall in E1. apply in_app_iff in Hb. apply E1, Nat.ltb_lt in Hb. lia.
      - apply (IH _ E2) in Hb. lia. }
    apply (H layers 0 Hearlier).
  Qed.

  Let G := heap left right.

  (** G m >= G n + the game number i, or <=. *)
  Definition bit (ge : bool) i m n : bool :=
    if ge then geb (G m) (plus (G n) (beside i)) else geb (plus (G n) (beside i)) (G m).
  (** What the player who moves takes from m, from n, and plays in the game. *)
  Definition from_m (ge : bool) := if ge then right else left.
  Definition from_n (ge : bool) := if ge then left else right.
  Definition in_game (ge : bool) i := if ge then fst (layer i) else snd (layer i).

  Lemma forallb_map {A B} (f : B -> bool) (g : A -> B) l :
    forallb f (map g l) = forallb (fun x => f (g x)) l.
  Proof. induction l as [|a l IH]; simpl; congruence. Qed.

  Lemma bit_eq ge i m n : i < length layers -> bit ge i m n =
    forallb (fun x => negb (bit (negb ge) i x n)) (after (from_m ge) m) &&
    (forallb (fun x => negb (bit (negb ge) i m x)) (after (from_n ge) n) &&
     forallb (fun j => negb (bit (negb ge) j m n)) (in_game ge i)).
  Proof.
    intros Hi. unfold bit.
    assert (forall x, left_of (G x) = map G (after left x)) as Left
      by (intros x; unfold G; now rewrite heap_eq).
    assert (forall x, right_of (G x) = map G (after right x)) as Right
      by (intros x; unfold G; now rewrite heap_eq).
    pose proof (beside_eq i Hi) as B.
    assert (left_of (beside i) = map beside (fst (layer i))) as BL by now rewrite B.
    assert (right_of (beside i) = map beside (snd (layer i))) as BR by now rewrite B.
    destruct ge; cbn [negb from_m from_n in_game]; rewrite geb_eq.
    - now rewrite plus_left, forallb_app, Left, Right, BL, map_map, !forallb_map.
    - rewrite plus_right, forallb_app, Left, Right, BR, map_map, !forallb_map. apply andb_comm.
  Qed.

  Lemma forallb_after set (f g : nat -> bool) m m' :
    (forall a, In a set -> 1 <= a -> (a <= m <-> a <= m') /\ (a <= m -> f (m - a) = g (m' - a))) ->
    forallb f (after set m) = forallb g (after set m').
  Proof.
    intros H. apply eq_iff_eq_true. rewrite !forallb_forall. split; intros F x Hx;
      apply after_spec in Hx as (a & Ha & H1 & E); destruct (H a Ha H1) as [H2 H3].
    - replace x with (m' - a) by lia. rewrite <- H3 by lia. apply F, after_spec. exists a. repeat split; auto; lia.
    - replace x with (m - a) by lia. rewrite H3 by lia. apply F, after_spec. exists a. repeat split; auto; lia.
  Qed.

  Definition bits i m n := (bit false i m n, bit true i m n).

  Lemma bit_bits ge i m n m' n' : bits i m n = bits i m' n' -> bit ge i m n = bit ge i m' n'.
  Proof. unfold bits. intros E. injection E as E1 E2. now destruct ge. Qed.

  Lemma bits_local k : (forall a, In a (left ++ right) -> a <= k) ->
    local _ (length layers) k bits.
  Proof.
    intros Hk i m n m' n' Hi A B C.
    assert (forall ge, bit ge i m n = bit ge i m' n') as E; [|unfold bits; now rewrite !E].
    intros ge. rewrite !bit_eq by auto. f_equal; [|f_equal].
    - apply forallb_after. intros a Ha H1. assert (1 <= a <= k) as Hak.
      { split; auto. apply Hk, in_app_iff. destruct ge; auto. }
      destruct (A a Hak) as [A1 A2]. split; auto. intros Hm. f_equal. apply bit_bits; auto.
    - apply forallb_after. intros a Ha H1. assert (1 <= a <= k) as Hak.
      { split; auto. apply Hk, in_app_iff. destruct ge; auto. }
      destruct (B a Hak) as [B1 B2]. split; auto. intros Hn. f_equal. apply bit_bits; auto.
    - apply eq_iff_eq_true. rewrite !forallb_forall.
      assert (forall j, In j (in_game ge i) -> bit (negb ge) j m n = bit (negb ge) j m' n') as J.
      { intros j Hj. apply bit_bits, C. apply earlier. destruct ge; auto. }
      split; intros F j Hj; [rewrite <- J by auto|rewrite J by auto]; auto.
  Qed.

  (** * The table: one mask of bits m for all cells with m + n = s *)

  Fixpoint mask (g : nat -> bool) (len : nat) : N :=
    match len with O => 0 | S len => N.b2n (g O) + 2 * mask (fun m => g (S m)) len end%N.

  Lemma mask_spec : forall len g m, N.testbit (mask g len) (N.of_nat m) = (m <? len) && g m.
  Proof.
    induction len as [|len IH]; intros g m; [apply N.bits_0|]. cbn [mask]. destruct m as [|m].
    - rewrite N.add_comm. change (N.of_nat 0) with 0%N. now rewrite N.testbit_0_r.
    - rewrite Nat2N.inj_succ, N.add_comm, N.testbit_succ_r, IH. reflexivity.
  Qed.

  Definition pick (ge : bool) (c : N * N) : N := if ge then snd c else fst c.
  Definition cell (i s : nat) : N * N :=
    (mask (fun m => bit false i m (s - m)) (S s), mask (fun m => bit true i m (s - m)) (S s)).
  Definition line (s : nat) : list (N * N) := map (fun i => cell i s) (seq 0 (length layers)).

  Lemma cell_spec ge i s m : N.testbit (pick ge (cell i s)) (N.of_nat m) =
    (m <=? s) && bit ge i m (s - m).
  Proof. unfold pick, cell. destruct ge; cbn [fst snd]; now rewrite mask_spec. Qed.

  Section Line.
    Variable s : nat.
    (** The lines before, latest first, and the cells of earlier games on this one. *)
    Variable prev : list (list (N * N)).

    Definition before (a i : nat) : N * N := nth i (nth (a - 1) prev []) (0, 0)%N.

    Definition lost (ge : bool) (i : nat) (options : list nat) (done : list (N * N)) : N :=
      fold_right N.lor 0%N (
        map (fun a => N.shiftl (pick (negb ge) (before a i)) (N.of_nat a)) (from_m ge) ++
        map (fun a => pick (negb ge) (before a i)) (from_n ge) ++
        map (fun j => pick (negb ge) (nth j done (0, 0)%N)) options).

    Definition next_cell (i : nat) (l : list nat * list nat) (done : list (N * N)) : N * N :=
      let all := N.ones (N.of_nat (S s)) in
      (N.ldiff all (lost false i (snd l) done), N.ldiff all (lost true i (fst l) done)).

    Fixpoint next_line (i : nat) (ls : list (list nat * list nat)) (done : list (N * N)) :=
      match ls with
      | [] => done
      | l :: ls => next_line (S i) ls (done ++ [next_cell i l done])
      end.
  End Line.

  Lemma fold_lor l x : N.testbit (fold_right N.lor 0%N l) x = existsb (fun w => N.testbit w x) l.
  Proof. induction l as [|w l IH]; cbn [fold_right existsb]; [apply N.bits_0|]. now rewrite N.lor_spec, IH. Qed.

  Hypothesis positive : forall a, In a (left ++ right) -> 1 <= a.

  Lemma before_spec s a i : 1 <= a -> i < length layers ->
    before (desc line s) a i = if a <=? s then cell i (s - a) else (0, 0)%N.
  Proof.
    intros Ha Hi. unfold before. destruct (Nat.leb_spec a s) as [L|L].
    - rewrite desc_nth by lia. replace (s - 1 - (a - 1)) with (s - a) by lia.
      unfold line. rewrite (nth_indep _ _ (cell 0 (s - a))) by now rewrite map_length, seq_length.
      now rewrite (map_nth (fun i => cell i (s - a))), seq_nth by auto.
    - rewrite (nth_overflow (desc line s)) by (rewrite desc_length; lia). now destruct i.
  Qed.

  Lemma negb_forallb {A} (f : A -> bool) l : negb (forallb (fun x => negb (f x)) l) = existsb f l.
  Proof. induction l as [|x l IH]; simpl; auto. now rewrite negb_andb, negb_involutive, IH. Qed.

  Lemma existsb_map {A B} (f : B -> bool) (g : A -> B) l :
    existsb f (map g l) = existsb (fun x => f (g x)) l.
  Proof. induction l as [|a l IH]; simpl; congruence. Qed.

  Lemma existsb_after set (f : nat -> bool) g m :
    (forall a, In a set -> f a = (a <=? m) && g (m - a)) -> (forall a, In a set -> 1 <= a) ->
    existsb f set = existsb g (after set m).
  Proof.
    intros H P. apply eq_iff_eq_true. rewrite !existsb_exists. split.
    - intros (a & Ha & E). rewrite H in E by auto. apply andb_true_iff in E as [E1 E2].
      apply Nat.leb_le in E1. exists (m - a). split; auto. apply after_spec. exists a.
      specialize (P a Ha). repeat split; auto; lia.
    - intros (x & Hx & E). apply after_spec in Hx as (a & Ha & H1 & E1). exists a. split; auto.
      rewrite H by auto. apply andb_true_iff. split; [apply Nat.leb_le; lia|].
      now replace (m - a) with x by lia.
  Qed.

  Lemma lost_spec s ge i m : i < length layers -> m <= s ->
    N.testbit (lost (desc line s) ge i (in_game ge i) (map (fun j => cell j s) (seq 0 i))) (N.of_nat m)
    = negb (bit ge i m (s - m)).
  Proof.
    intros Hi Hm. unfold lost. rewrite fold_lor, bit_eq by auto.
    rewrite !existsb_app, !negb_andb, !negb_forallb, !existsb_map. f_equal; [|f_equal].
    - assert (forall a, In a (from_m ge) -> 1 <= a) as P
        by (intros a Ha; apply positive, in_app_iff; destruct ge; auto).
      apply existsb_after; auto. intros a Ha. rewrite before_spec by auto.
      destruct (Nat.leb_spec a m) as [L|L].
      + rewrite N.shiftl_spec_high' by lia. rewrite (proj2 (Nat.leb_le a s)) by lia.
        replace (N.of_nat m - N.of_nat a)%N with (N.of_nat (m - a)) by lia.
        rewrite cell_spec, (proj2 (Nat.leb_le _ _)) by lia. cbn [andb]. f_equal. lia.
      + rewrite N.shiftl_spec_low by lia. reflexivity.
    - assert (forall a, In a (from_n ge) -> 1 <= a) as P
        by (intros a Ha; apply positive, in_app_iff; destruct ge; auto).
      apply existsb_after; auto. intros a Ha. rewrite before_spec by auto.
      destruct (Nat.leb_spec a s) as [L|L].
      + rewrite cell_spec. replace (s - a - m) with (s - m - a) by lia. f_equal.
        apply eq_iff_eq_true. rewrite !Nat.leb_le. lia.
      + rewrite (proj2 (Nat.leb_gt a (s - m))) by lia. destruct ge; apply N.bits_0.
    - apply eq_iff_eq_true. rewrite !existsb_exists.
      assert (forall j, In j (in_game ge i) -> N.testbit (pick (negb ge)
        (nth j (map (fun j => cell j s) (seq 0 i)) (0, 0)%N)) (N.of_nat m) =
        bit (negb ge) j m (s - m)) as J.
      { intros j Hj. assert (j < i) as L by (apply earlier; destruct ge; auto).
        rewrite (nth_indep _ _ (cell 0 s)) by now rewrite map_length, seq_length.
        rewrite (map_nth (fun j => cell j s)), seq_nth by auto. cbn [Nat.add].
        rewrite cell_spec. now rewrite (proj2 (Nat.leb_le _ _)) by lia. }
      split; intros (j & Hj & E); exists j; split; auto; [rewrite <- J by auto|rewrite J by auto]; auto.
  Qed.

  Lemma next_cell_spec s i : i < length layers ->
    next_cell s (desc line s) i (layer i) (map (fun j => cell j s) (seq 0 i)) = cell i s.
  Proof.
    intros Hi.
    assert (forall ge, N.ldiff (N.ones (N.of_nat (S s)))
      (lost (desc line s) ge i (in_game ge i) (map (fun j => cell j s) (seq 0 i))) =
      pick ge (cell i s)) as E.
    { intros ge. apply N.bits_inj. intros x. rewrite <- (N2Nat.id x). set (m := N.to_nat x).
      rewrite N.ldiff_spec, cell_spec. destruct (Nat.leb_spec m s) as [L|L].
      - rewrite N.ones_spec_low by lia. rewrite lost_spec by auto. now rewrite negb_involutive.
      - rewrite N.ones_spec_high by lia. reflexivity. }
    unfold next_cell. pose proof (E false) as E0. pose proof (E true) as E1.
    unfold in_game in E0, E1. cbn [pick] in E0, E1. rewrite E0, E1. now destruct (cell i s).
  Qed.

  Lemma skipn_S {A} : forall i (l : list A) x t, skipn i l = x :: t -> skipn (S i) l = t.
  Proof.
    induction i as [|i IH]; intros [|y l] x t E; try discriminate.
    - now injection E.
    - exact (IH l x t E).
  Qed.

  Lemma next_line_spec s : next_line s (desc line s) 0 layers [] = line s.
  Proof.
    assert (forall ls i, skipn i layers = ls -> i <= length layers ->
      next_line s (desc line s) i ls (map (fun j => cell j s) (seq 0 i)) = line s) as H.
    { induction ls as [|l ls IH]; intros i E Hi.
      - assert (length layers <= i) as L.
        { apply (f_equal (@length _)) in E. rewrite skipn_length in E. simpl in E. lia. }
        unfold line. replace i with (length layers) by lia. reflexivity.
      - assert (i < length layers) as L.
        { apply (f_equal (@length _)) in E. rewrite skipn_length in E. simpl in E. lia. }
        assert (layer i = l) as El.
        { unfold layer. rewrite <- (firstn_skipn i layers), E. rewrite app_nth2;
            rewrite firstn_length_le by lia; auto. now rewrite Nat.sub_diag. }
        cbn [next_line]. rewrite <- El, next_cell_spec by auto.
        replace (map (fun j => cell j s) (seq 0 i) ++ [cell i s])
          with (map (fun j => cell j s) (seq 0 (S i))) by now rewrite seq_S, map_app.
        apply IH; [now apply (skipn_S _ _ l)|lia]. }
    apply (H layers 0); auto. lia.
  Qed.

  Definition table (lines : nat) : option (list (list (N * N))) :=
    build (fun s prev => Some (next_line s prev 0 layers [])) lines 0 [].

  Lemma table_sound lines t : table lines = Some t -> t = desc line lines.
  Proof. apply build_desc. intros s l E. injection E as <-. apply next_line_spec. Qed.

  (** * Two lines compared *)

  (** The bits of [on] are the same, those of x read [shift] higher. *)
  Definition agree (on shift x y : N) : bool :=
    N.eqb (N.land on (N.lxor (N.shiftr x shift) y)) 0.

  Fixpoint lines_agree (on shift : N) (l l' : list (N * N)) : bool :=
    match l, l' with
    | c :: l, c' :: l' =>
      agree on shift (fst c) (fst c') && (agree on shift (snd c) (snd c') && lines_agree on shift l l')
    | _, _ => true
    end.

  Lemma agree_spec on shift x y m : agree on shift x y = true -> N.testbit on m = true ->
    N.testbit x (m + shift) = N.testbit y m.
  Proof.
    unfold agree. intros E H. apply N.eqb_eq in E. apply (f_equal (fun w => N.testbit w m)) in E.
    rewrite N.land_spec, N.lxor_spec, N.shiftr_spec', N.bits_0, H in E. simpl in E.
    now apply xorb_eq.
  Qed.

  Lemma lines_agree_spec on shift s s' i m n m' n' : i < length layers ->
    lines_agree on (N.of_nat shift) (line s) (line s') = true ->
    N.testbit on (N.of_nat m') = true -> m = m' + shift -> m + n = s -> m' + n' = s' ->
    bits i m n = bits i m' n'.
  Proof.
    intros Hi E Ho Hm Hs Hs'.
    assert (forall len a, a <= i < a + len -> lines_agree on (N.of_nat shift)
      (map (fun i => cell i s) (seq a len)) (map (fun i => cell i s') (seq a len)) = true ->
      forall ge, N.testbit (pick ge (cell i s)) (N.of_nat m' + N.of_nat shift) =
                 N.testbit (pick ge (cell i s')) (N.of_nat m')) as H.
    { induction len as [|len IH]; intros a Ha El ge; [lia|]. cbn [seq map lines_agree] in El.
      apply andb_true_iff in El as [E1 El]. apply andb_true_iff in El as [E2 El].
      destruct (Nat.eq_dec a i) as [->|Ne]; [|apply (IH (S a)); auto; lia].
      destruct ge; now apply agree_spec with (on := on). }
    assert (forall ge, bit ge i m n = bit ge i m' n') as B; [|unfold bits; now rewrite !B].
    intros ge. specialize (H (length layers) 0 ltac:(lia) E ge).
    replace (N.of_nat m' + N.of_nat shift)%N with (N.of_nat m) in H by lia.
    rewrite !cell_spec in H. rewrite !(proj2 (Nat.leb_le _ _)) in H by lia. cbn [andb] in H.
    now replace (s - m) with n in H by lia; replace (s' - m') with n' in H by lia.
  Qed.

  (** All lines below s with those d later. *)
  Fixpoint all_lines (test : N -> list (N * N) -> list (N * N) -> bool) (s : nat)
      (later now : list (list (N * N))) : bool :=
    match s, later, now with
    | S s, x :: later, y :: now => test (N.of_nat s) x y && all_lines test s later now
    | _, _, _ => true
    end.

  Lemma all_lines_spec test d lines :
    all_lines test (lines - d) (desc line lines) (skipn d (desc line lines)) = true ->
    forall s, s + d < lines -> test (N.of_nat s) (line (s + d)) (line s) = true.
  Proof.
    assert (forall k, all_lines test k (desc line (k + d)) (desc line k) = true ->
      forall s, s < k -> test (N.of_nat s) (line (s + d)) (line s) = true) as H.
    { induction k as [|k IH]; intros E s Hs; [lia|]. cbn [Nat.add desc all_lines] in E.
      apply andb_true_iff in E as [E1 E2]. destruct (Nat.eq_dec s k) as [->|Ne]; auto.
      apply IH; auto. lia. }
    intros E s Hs. apply (H (lines - d)); [|lia]. remember (lines - d) as k eqn:Ek.
    replace lines with (k + d) in E by lia. now rewrite desc_skipn in E.
  Qed.

  Definition within (from stop : N) : N := N.ldiff (N.ones stop) (N.ones from).

  Lemma within_spec from stop m : (from <= m < stop)%N -> N.testbit (within from stop) m = true.
  Proof.
    intros H. unfold within. rewrite N.ldiff_spec, N.ones_spec_low, N.ones_spec_high by lia.
    reflexivity.
  Qed.

  Section Check.
    Variables n0 far p lines : nat.

    Definition diagonal_check (t : list (list (N * N))) : bool :=
      let from := N.of_nat n0 in
      all_lines (fun s => lines_agree (within from (s + 1 - from)) (N.of_nat p))
        (lines - 2 * p) t (skipn (2 * p) t).
    Definition far_check (t : list (list (N * N))) : bool :=
      let apart := N.of_nat far in
      all_lines (fun s later now =>
          lines_agree (N.ones (N.div2 (s + 2 - apart))) 0 later now &&
          lines_agree (within (N.div2 (s + apart + 1)) (s + 1)) (N.of_nat p) later now)
        (lines - p) t (skipn p t).

    Lemma diagonal_sound i m n : diagonal_check (desc line lines) = true -> i < length layers ->
      m + n < lines -> on_diagonal _ n0 p bits i m n.
    Proof.
      intros E Hi Hs H1 H2. unfold diagonal_check in E. cbv zeta in E.
      apply all_lines_spec with (s := m - p + (n - p)) in E; [|lia].
      apply (lines_agree_spec _ _ _ _ i m n (m - p) (n - p)) in E; auto; try lia.
      apply within_spec. lia.
    Qed.

    Lemma far_sound i m n : far_check (desc line lines) = true -> i < length layers ->
      m + n < lines -> on_far _ p far bits i m n /\ on_far _ p far (swap _ bits) i n m.
    Proof.
      intros E Hi Hs. unfold far_check in E. cbv zeta in E. split; intros L.
      - apply all_lines_spec with (s := m + (n - p)) in E; [|lia].
        apply andb_true_iff in E as [E _].
        apply (lines_agree_spec _ 0 _ _ i m n m (n - p)) in E; auto; try lia.
        apply N.ones_spec_low. rewrite N.div2_div.
        apply N.lt_le_trans with (N.succ (N.of_nat m)); [lia|]. apply N.div_le_lower_bound; lia.
      - apply all_lines_spec with (s := m - p + n) in E; [|lia].
        apply andb_true_iff in E as [_ E]. unfold swap.
        apply (lines_agree_spec _ p _ _ i m n (m - p) n) in E; auto; try lia.
        apply within_spec. split; [|lia]. rewrite N.div2_div. apply N.lt_succ_r.
        apply N.div_lt_upper_bound; lia.
    Qed.

    (** Amounts are from 1 to k. *)
    Definition amounts_check (k : nat) : bool :=
      forallb (fun a => (1 <=? a) && (a <=? k)) (left ++ right).
  End Check.
End Bits.

(** * The checkers *)

Section Checkers.
  Variables left right : list nat.
  Variable layers : list (list nat * list nat).
  Variables n0 far p : N.

  Let k := list_max (left ++ right).

  (** The side of the square that the theorem asks for. *)
  Definition side_needed : nat := N.to_nat (n0 + far + 2 * (N.of_nat k + p)).

  Definition repeats_check (side : nat) (t : list (list (N * N))) : bool :=
    are_earlier 0 layers && forallb (fun a => 1 <=? a) (left ++ right) && N.ltb 0 p &&
    (side_needed <=? side) &&
    diagonal_check (N.to_nat n0) (N.to_nat p) (2 * side) t &&
    far_check (N.to_nat far) (N.to_nat p) (2 * side) t.

  Variable games : list game.
  Hypothesis Hgames : are_games layers games.
  Let T := bits left right games.

  Lemma repeats_sound side t : table left right layers (2 * side) = Some t ->
    repeats_check side t = true -> forall i m n, i < length layers ->
    repeats _ (N.to_nat n0) (N.to_nat p) (N.to_nat far) T i m n.
  Proof.
    unfold repeats_check. rewrite !andb_true_iff, N.ltb_lt, Nat.leb_le, forallb_forall.
    intros Et (((((H1 & H2) & H3) & H4) & H5) & H6).
    assert (forall a, In a (left ++ right) -> 1 <= a) as P by (intros a Ha; now apply Nat.leb_le, H2).
    apply (table_sound left right layers games) in Et; auto. subst t. unfold side_needed in H4.
    apply (order_look_back _ _ k) with (side := side); [lia| |lia|].
    - apply bits_local; auto. intros a Ha. pose proof (list_max_le (left ++ right) k) as [L _].
      rewrite Forall_forall in L. now apply L.
    - intros i m n Hi Hm Hn. split.
      + apply (diagonal_sound left right layers games) with (lines := 2 * side); auto. lia.
      + apply (far_sound left right layers games) with (lines := 2 * side); auto. lia.
  Qed.

  (** * What rows gain *)

  (** Rows number j, j + s, and so on, gain game i in every q, from n1 on. *)
  Definition gain : Type := N * N * N * N * nat.

  Definition is_sum (lines : nat) (t : list (list (N * N))) (i : nat) (m n : N) : bool :=
    let s := N.to_nat (m + n) in
    (s <? lines) && let c := nth i (nth (lines - 1 - s) t []) (0, 0)%N in
    N.testbit (fst c) m && N.testbit (snd c) m.

  Definition gain_stop (n1 s : N) : N := N.max n0 n1 + N.lcm p s.
  Definition gain_check (lines : nat) (t : list (list (N * N))) (g : gain) : bool :=
    let '(n1, j, s, q, i) := g in
    (i <? length layers) && N.ltb 0 s &&
    forallb (fun n => if N.eqb (n mod s) j then is_sum lines t i (n + q) n else true)
      (count_from n1 (N.to_nat (gain_stop n1 s - n1))).

  Definition gain_holds (g : gain) : Prop :=
    let '(n1, j, s, q, i) := g in rises (heap left right) n1 j s q (nth i games zero).

  Lemma is_sum_spec lines i m n : i < length layers -> N.to_nat (m + n) < lines ->
    is_sum lines (desc (line left right layers games) lines) i m n = true <->
    T i (N.to_nat m) (N.to_nat n) = (true, true).
  Proof.
    intros Hi Hs. unfold is_sum. cbv zeta. rewrite (proj2 (Nat.ltb_lt _ _) Hs). cbn [andb].
    rewrite desc_nth by lia.
    replace (lines - 1 - (lines - 1 - N.to_nat (m + n))) with (N.to_nat (m + n)) by lia.
    unfold line.
    rewrite (nth_indep _ _ (cell left right games 0 (N.to_nat (m + n))))
      by now rewrite map_length, seq_length.
    rewrite (map_nth (fun i => cell left right games i (N.to_nat (m + n)))), seq_nth by auto.
    cbn [Nat.add].
    assert (forall ge, N.testbit (pick ge (cell left right games i (N.to_nat (m + n)))) m =
      bit left right games ge i (N.to_nat m) (N.to_nat n)) as C.
    { intros ge. rewrite <- (N2Nat.id m) at 2. rewrite cell_spec.
      rewrite (proj2 (Nat.leb_le _ _)) by lia. cbn [andb]. f_equal. lia. }
    pose proof (C false) as C0. pose proof (C true) as C1. cbn [pick] in C0, C1.
    rewrite C0, C1, andb_true_iff. unfold T, bits. split; [intros [-> ->]; auto|].
    intros E. injection E. auto.
  Qed.

  Lemma is_sum_sound lines i m n : i < length layers ->
    is_sum lines (desc (line left right layers games) lines) i m n = true ->
    T i (N.to_nat m) (N.to_nat n) = (true, true).
  Proof.
    intros Hi H. apply (is_sum_spec lines); auto. unfold is_sum in H. cbv zeta in H.
    apply andb_true_iff in H as [H _]. now apply Nat.ltb_lt.
  Qed.

  Lemma equal_bits i m n : T i m n = (true, true) ->
    equal (heap left right m) (plus (heap left right n) (nth i games zero)).
  Proof.
    unfold T, bits, bit, beside. intros E. injection E as E1 E2.
    split; now apply geb_spec.
  Qed.

  Lemma gain_sound side t g : table left right layers (2 * side) = Some t ->
    repeats_check side t = true -> gain_check (2 * side) t g = true -> gain_holds g.
  Proof.
    intros Et Hr Hg. pose proof (repeats_sound side t Et Hr) as R.
    destruct g as [[[[n1 j] s] q] i]. unfold gain_check in Hg.
    apply andb_true_iff in Hg as [Hg Hw]. apply andb_true_iff in Hg as [Hi Hs].
    apply Nat.ltb_lt in Hi. apply N.ltb_lt in Hs. rewrite forallb_forall in Hw.
    assert (0 < p)%N as Hp.
    { unfold repeats_check in Hr. rewrite !andb_true_iff, N.ltb_lt in Hr. tauto. }
    assert (t = desc (line left right layers games) (2 * side)) as ->.
    { unfold repeats_check in Hr. rewrite !andb_true_iff, forallb_forall in Hr.
      apply table_sound with (games := games) in Et; auto; try tauto.
      intros a Ha. apply Nat.leb_le. now apply Hr. }
    assert (forall c m n, (n0 <= m)%N -> (n0 <= n)%N ->
      T i (N.to_nat (m + c * p)) (N.to_nat (n + c * p)) = T i (N.to_nat m) (N.to_nat n)) as Up.
    { induction c as [|c IH] using N.peano_ind; intros m n Hm Hn; [f_equal; f_equal; lia|].
      destruct (R i (N.to_nat (m + N.succ c * p)) (N.to_nat (n + N.succ c * p)) Hi) as [D _].
      rewrite D by lia. rewrite <- (IH m n) by auto. f_equal; lia. }
    set (apart := N.lcm p s).
    assert (exists c, apart = c * p)%N as [c Ec] by apply N.divide_lcm_l.
    assert (exists d, apart = d * s)%N as [d Ed] by apply N.divide_lcm_r.
    assert (0 < apart)%N as Ha.
    { assert (apart <> 0)%N; [|lia]. unfold apart. intros Z. apply N.lcm_eq_0 in Z. lia. }
    assert (forall n, (n1 <= n)%N -> (n mod s = j)%N ->
      T i (N.to_nat (n + q)) (N.to_nat n) = (true, true)) as All.
    { intros n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros H1 Hj.
      destruct (N.lt_ge_cases n (gain_stop n1 s)) as [L|L]; unfold gain_stop in L; fold apart in L.
      - specialize (Hw n). rewrite Hj, N.eqb_refl in Hw. apply (is_sum_sound (2 * side)); auto.
        apply Hw, count_from_In. unfold gain_stop. fold apart. lia.
      - specialize (IH (n - apart)%N). rewrite <- IH; try lia.
        + rewrite <- (Up c (n - apart + q)%N (n - apart)%N) by lia. f_equal; lia.
        + rewrite <- Hj. rewrite <- (N.mod_add (n - apart) d s) by lia. f_equal. lia. }
    unfold gain_holds, rises. intros n Hn Hj. apply equal_bits. now apply All.
  Qed.

  Fixpoint all (l : list Prop) : Prop :=
    match l with [] => True | [P] => P | P :: l => P /\ all l end.

  Lemma all_map {A} (P : A -> Prop) l : (forall x, In x l -> P x) -> all (map P l).
  Proof.
    induction l as [|x l IH]; intros H; [exact I|]. destruct l as [|y l].
    - apply H, in_eq.
    - split; [apply H, in_eq|]. apply IH. intros z Hz. apply H. now right.
  Qed.

  (** A square that is large enough for the theorem and for all gains. *)
  Definition side_of (gains : list gain) : nat :=
    fold_right (fun g side => let '(n1, _, s, q, _) := g in
      Nat.max (N.to_nat (gain_stop n1 s + q)) side) side_needed gains.

  Definition gains_check (gains : list gain) : bool :=
    let side := side_of gains in
    match table left right layers (2 * side) with
    | Some t => repeats_check side t && forallb (gain_check (2 * side) t) gains
    | None => false
    end.
End Checkers.

(** The order of all heaps. *)
Definition order_check (left right : list nat) (n0 far p : N) : bool :=
  gains_check left right [([], [])] n0 far p [].

Theorem order_period left right n0 far p : order_check left right n0 far p = true ->
  order_repeats (heap left right) n0 far p.
Proof.
  unfold order_check, gains_check.
  destruct (table left right [([], [])] _) as [t|] eqn:Et; [|easy]. intros H.
  apply andb_true_iff in H as [H _].
  assert (are_games [([], [])] [zero]) as G by reflexivity.
  pose proof (repeats_sound left right _ n0 far p _ G _ t Et H) as R.
  assert (forall m n m' n', bits left right [zero] 0 m n = bits left right [zero] 0 m' n' ->
    (at_least (heap left right m) (heap left right n) <->
     at_least (heap left right m') (heap left right n')) /\
    (at_least (heap left right n) (heap left right m) <->
     at_least (heap left right n') (heap left right m'))) as B.
  { intros m n m' n' E. unfold bits, bit, beside in E. cbn [nth] in E.
    rewrite !plus_zero in E. injection E as E1 E2. rewrite <- !geb_spec, E1, E2. tauto. }
  intros m n. cbv zeta. split; [|split].
  - intros Hm Hn. destruct (R 0 (N.to_nat (m + p)) (N.to_nat (n + p))) as [D _]; [auto|].
    refine (proj1 (B _ _ _ _ _)). rewrite D by lia. f_equal; lia.
  - destruct (R 0 (N.to_nat m) (N.to_nat (n + p))) as (_ & F & _); [auto|].
    refine (proj1 (B _ _ _ _ _)). rewrite F by lia. f_equal; lia.
  - destruct (R 0 (N.to_nat m) (N.to_nat (n + p))) as (_ & F & _); [auto|].
    refine (proj2 (B _ _ _ _ _)). rewrite F by lia. f_equal; lia.
Qed.

(** What classes of rows gain. *)
Theorem row_gains left right layers games n0 far p gains :
  are_games layers games -> gains_check left right layers n0 far p gains = true ->
  all (map (gain_holds left right games) gains).
Proof.
  intros G. unfold gains_check. destruct (table left right layers _) as [t|] eqn:Et; [|easy].
  intros H. apply andb_true_iff in H as [H1 H2]. rewrite forallb_forall in H2.
  apply all_map. intros g Hg. apply (gain_sound left right layers n0 far p games G _ t g Et H1).
  now apply H2.
Qed.
