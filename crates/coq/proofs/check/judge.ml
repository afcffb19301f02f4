(* Judges certificates of `sprague certify` by the checkers that are proved in Coq: judge FILE...

   It shares no line with sprague. What it trusts beside the proofs is this file, which reads JSON and the notation of families, the
   extraction of Coq and the compiler of OCaml. Exit status: 0 all are accepted, 1 one is refused, 2 one cannot be read or judged. *)

open Checker

(* numbers here are OCaml's, and not those of Coq *)
let max = Stdlib.max

exception Unreadable of string
exception Refused of string

let unreadable why = raise (Unreadable why)
let refused why = raise (Refused why)

(* JSON, of integers *)

type json = Null | Bool of bool | Int of int | Text of string | List of json list | Object of (string * json) list

let parse text =
  let length = String.length text in
  let at = ref 0 in
  let peek () = if !at < length then text.[!at] else '\000' in
  let next () = let c = peek () in incr at; c in
  let rec blanks () = match peek () with ' ' | '\t' | '\n' | '\r' -> incr at; blanks () | _ -> () in
  let expect c = if next () <> c then unreadable (Printf.sprintf "byte %d: expected '%c'" (!at - 1) c) in
  let word w value = String.iter expect w; value in
  let string () =
    expect '"';
    let found = Buffer.create 16 in
    let rec rest () =
      match next () with
      | '"' -> Buffer.contents found
      | '\\' -> (match next () with
          | 'u' -> at := !at + 4; Buffer.add_char found '?'
          | c -> Buffer.add_char found c);
        rest ()
      | _ when !at > length -> unreadable "a text has no end"
      | c -> Buffer.add_char found c; rest ()
    in
    rest ()
  in
  let integer () =
    let from = !at in
    if peek () = '-' then incr at;
    while peek () >= '0' && peek () <= '9' do incr at done;
    match int_of_string_opt (String.sub text from (!at - from)) with
    | Some n when not (String.contains ".eE" (peek ())) -> Int n
    | _ -> unreadable (Printf.sprintf "byte %d: expected a whole number below 2^62" from)
  in
  (* lists may be long: their members are gathered in reverse *)
  let rec value depth =
    if depth > 8 then unreadable "lists in lists in lists";
    blanks ();
    let found = match peek () with
      | '{' -> incr at; Object (members depth (fun () ->
          let key = (blanks (); string ()) in
          blanks (); expect ':'; (key, value (depth + 1))) '}')
      | '[' -> incr at; List (members depth (fun () -> value (depth + 1)) ']')
      | '"' -> Text (string ())
      | 't' -> word "true" (Bool true)
      | 'f' -> word "false" (Bool false)
      | 'n' -> word "null" Null
      | _ -> integer ()
    in
    blanks (); found
  and members : 'a. int -> (unit -> 'a) -> char -> 'a list = fun _ member close ->
    blanks ();
    if peek () = close then (incr at; []) else begin
      let rec more found =
        let found = member () :: found in
        blanks ();
        match next () with
        | ',' -> more found
        | c when c = close -> List.rev found
        | _ -> unreadable (Printf.sprintf "byte %d: expected ',' or '%c'" (!at - 1) close)
      in
      more []
    end
  in
  let found = value 0 in
  if !at <> length then unreadable (Printf.sprintf "byte %d: expected the end" !at);
  found

(* Numbers of Coq *)

let rec positive n = if n = 1 then XH else if n land 1 = 1 then XI (positive (n lsr 1)) else XO (positive (n lsr 1))
let int_of_n n =
  let rec int_of = function XH -> 1 | XO p -> 2 * int_of p | XI p -> 2 * int_of p + 1 in
  match n with N0 -> 0 | Npos p -> int_of p
let binary n = if n < 0 then unreadable "a number is negative" else if n = 0 then N0 else Npos (positive n)

(* unary numbers are for amounts alone *)
let most_unary = 5_000
let unary n =
  if n < 0 || n > most_unary then unreadable (Printf.sprintf "an amount is %d, of at most %d" n most_unary);
  let rec count n found = if n = 0 then found else count (n - 1) (S found) in
  count n O

(* The notation of families *)

let number text =
  let is_digit c = c >= '0' && c <= '9' in
  match int_of_string_opt text with
  | Some n when text <> "" && String.for_all is_digit text -> n
  | _ -> unreadable ("expected a number, not " ^ String.escaped text)

(* 1,3,5-7 or none; in order and without doubles, as the rows of a certificate count them *)
let amounts text =
  if text = "none" then [] else
    let member part = match String.split_on_char '-' part with
      | [one] -> [number one]
      | [low; high] ->
        let low = number low and high = number high in
        if high - low > most_unary then unreadable "a range is too long";
        List.init (max 0 (high - low + 1)) (fun i -> low + i)
      | _ -> unreadable ("expected an amount or a range, not " ^ String.escaped part)
    in
    List.map unary (List.sort_uniq compare (List.concat_map member (String.split_on_char ',' text)))

let code text =
  let digit c = match int_of_string_opt (Printf.sprintf "0x%c" c) with
    | Some n -> binary n
    | None -> unreadable "expected a digit 0-9 or a-f"
  in
  match String.split_on_char '.' text with
  | [before; after] when String.length before <= 1 ->
    let before = if before = "" then "0" else before in
    List.map digit (List.of_seq (String.to_seq (before ^ after)))
  | _ -> unreadable ("expected a code such as 0.77, not " ^ String.escaped text)

type family =
  | Octal of n list
  | Subtraction of nat list
  | All_but of nat list
  | Asymmetric of nat list * nat list
  | No_repeat of nat list * nat
  | Stones of bool * nat list

let family text =
  match String.split_on_char ':' text with
  | ["nim"] -> All_but []
  | ["kayles"] -> Octal (code "0.77")
  | ["dawson-kayles"] -> Octal (code "0.07")
  | ["dawson-chess"] -> Octal (code "0.137")
  | ["treblecross"] -> Octal (code "0.007")
  | ["octal"; text] -> Octal (code text)
  | ["subtraction"; set] -> Subtraction (amounts set)
  | ["all-but"; set] -> All_but (amounts set)
  | ["asymmetric"; sets] -> (match String.split_on_char '/' sets with
      | [left; right] -> Asymmetric (amounts left, amounts right)
      | _ -> unreadable "expected two sets, as 1,4/2,3")
  | ["no-repeat"; set] -> No_repeat (amounts set, unary 1)
  | ["no-repeat"; set; memory] when String.starts_with ~prefix:"memory=" memory ->
    No_repeat (amounts set, unary (number (String.sub memory 7 (String.length memory - 7))))
  | ["stones"; set] -> Stones (true, amounts set)
  | ["stones"; set; "wins=even"] -> Stones (false, amounts set)
  | ["stones"; set; "wins=odd"] -> Stones (true, amounts set)
  | _ -> unreadable ("no checker is proved for the family " ^ String.escaped text)

(* The bits of the mask for which the fewest values are rare: Walsh and Hadamard's transform of how often each occurs. It is a
   hint, by which rows take less time: any bits do. *)
let bits values =
  let values = List.filter (fun value -> value < 1 lsl 16) values in
  let greatest = List.fold_left max 1 values in
  let rec power size = if size > greatest then size else power (2 * size) in
  let excess = Array.make (power 2) 0 in
  List.iter (fun value -> excess.(value) <- excess.(value) + 1) values;
  let size = Array.length excess in
  let rec transform half =
    if half < size then begin
      for at = 0 to size - 1 do
        if at land half = 0 then begin
          let low = excess.(at) and high = excess.(at + half) in
          excess.(at) <- low + high;
          excess.(at + half) <- low - high
        end
      done;
      transform (2 * half)
    end
  in
  transform 1;
  let best = ref 1 in
  Array.iteri (fun mask rare -> if mask > 0 && rare < excess.(!best) then best := mask) excess;
  !best

(* Certificates *)

let outcome = function 'P' -> Loss | 'D' -> Draw | 'N' -> Win | _ -> unreadable "expected the letters P, D and N"

(* The order of all heaps, what classes of them gain, and their options *)

let judge_order fields left right =
  let fields_of key = function Object fields -> fields | _ -> unreadable (key ^ " is no object") in
  let get fields key = match List.assoc_opt key fields with Some value -> value | None -> unreadable ("expected a field " ^ key) in
  let count = function Int n when n >= 0 -> n | _ -> unreadable "expected a number" in
  let list = function List members -> members | _ -> unreadable "expected a list" in
  let rec int_of = function O -> 0 | S n -> 1 + int_of n in
  let reach = List.fold_left (fun most amount -> max most (int_of amount)) 0 (left @ right) in
  (* a table has 2 n^2 cells for a square of side n, and for each game beside *)
  let fits side games = if side > 1 lsl 12 || 2 * side * side * games > 1 lsl 25 then unreadable "its table would be too large" in
  let small json = let n = count json in if n > 1 lsl 20 then unreadable "a number is too large for a table" else n in
  let order games json =
    let fields = fields_of "order" json in
    if List.mem_assoc "rays" fields then unreadable "no checker is proved for more than three rays";
    let number key = small (get fields key) in
    fits (number "preperiod" + number "far" + 2 * (reach + number "period")) games;
    (binary (number "preperiod"), binary (number "far"), binary (number "period"), number "period")
  in
  let n0, far, p, period = order 1 (get fields "order") in
  if not (order_check left right n0 far p) then refused "its order does not repeat so, or is not proved";
  (match List.assoc_opt "gains" fields with
   | None -> ()
   | Some gains ->
     let gains = fields_of "gains" gains in
     let n0, far, p, period = order (List.length (list (get gains "layers"))) (get gains "order") in
     let layer json = match list json with
       | [left; right] -> let side json = List.map (fun place -> unary (count place)) (list json) in (side left, side right)
       | _ -> unreadable "a game has not two sides" in
     let gain json =
       let fields = fields_of "a gain" json in
       let number key = binary (small (get fields key)) in
       let modulus = small (get fields "modulus") and start = max (small (get fields "preperiod")) (int_of_n n0) in
       fits (start + (if modulus > 0 && period mod modulus = 0 then period else modulus * period) + small (get fields "every"))
         (List.length (list (get gains "layers")));
       ((((number "preperiod", number "residue"), number "modulus"), number "every"), unary (count (get fields "layer"))) in
     let layers = List.map layer (list (get gains "layers")) and classes = List.map gain (list (get gains "classes")) in
     (match layers with ([], []) :: _ -> () | _ -> refused "its first game is not 0");
     if not (gains_check left right layers n0 far p classes) then refused "its classes do not gain so, or it is not proved");
  match List.assoc_opt "structure" fields with
  | None -> ()
  | Some structure ->
    let fields = fields_of "structure" structure in
    let preperiod = count (get fields "preperiod") and window = small (get fields "window") in
    fits window 1;
    let rows = list (get fields "rows") and repeats = list (get fields "repeats") in
    if period < 1 || window < period || List.length rows <> period || List.length repeats <> period then
      refused "its rows with options are not those of one period";
    let first = window - period in
    let option = function
      | Object ["below", Int b] -> if b < 0 || b > preperiod then refused "an option lies below the empty heap" else Below (unary b)
      | heap -> At (unary (count heap)) in
    let row i json place = match list json with
      | [left; right] ->
        let side json = List.map option (list json) in
        ((((binary preperiod, binary ((first + i) mod period)), side left), side right), unary (count place))
      | _ -> unreadable "a row has not two sides" in
    let classes = List.mapi (fun i (json, place) -> row i json place) (List.combine rows repeats) in
    if not (options_check left right n0 far p (unary first) classes) then refused "its options are wrong, or not proved for ever"

let judge text =
  let fields = match parse text with Object fields -> fields | _ -> unreadable "expected a certificate" in
  let is_order = List.mem_assoc "order" fields in
  let known = if is_order then ["family"; "play"; "rows"; "theorem"; "order"; "gains"; "structure"]
    else ["family"; "play"; "rows"; "theorem"; "preperiod"; "period"; "saltus"; "values"; "equal_states"] in
  List.iter (fun (key, _) -> if not (List.mem key known) then unreadable ("no certificate of a period: " ^ String.escaped key)) fields;
  let field key = match List.filter (fun (name, _) -> name = key) fields with
    | [(_, value)] -> value
    | _ -> unreadable ("expected one field " ^ key)
  in
  let word key = match field key with Text text -> text | _ -> unreadable (key ^ " is no text") in
  let count key = match field key with Int n when n >= 0 -> n | _ -> unreadable (key ^ " is no number") in
  if is_order then begin
    if word "play" <> "normal" then unreadable "no checker is proved for an order under misere play";
    match family (word "family") with
    | Asymmetric (left, right) -> judge_order fields left right
    | Subtraction set -> judge_order fields set set
    | _ -> unreadable "no checker is proved for an order of this family"
  end else
  let preperiod = count "preperiod" and period = count "period" and saltus = count "saltus" in
  let rows = match field "values" with List rows -> rows | _ -> unreadable "values are no list" in
  let play = match word "play" with "normal" -> normal | "misere" -> misere | _ -> unreadable "expected normal or misere play" in
  let nimbers () = List.map (function
      | List row -> List.map (function Int n -> binary n | _ -> unreadable "a nimber is no number") row
      | _ -> unreadable "a row is no list") rows in
  let outcomes () = List.map (function
      | Text row -> List.map outcome (List.of_seq (String.to_seq row))
      | _ -> unreadable "a row is no text") rows in
  let single rows = List.map (function [cell] -> cell | _ -> unreadable "a row has not one cell") rows in
  let family = family (word "family") in
  let states = if List.mem_assoc "equal_states" fields then
      match field "equal_states" with Object states -> states | _ -> unreadable "expected equal states"
    else []
  in
  let mask = match List.assoc_opt "mask" states with
    | Some (Int mask) -> Some mask
    | None when states = [] -> None
    | _ -> unreadable "expected a mask"
  in
  if mask = None && List.length rows <> preperiod + period then refused "its rows are not those of one period";
  if mask <> None && rows <> [] then refused "equal states have no rows";
  if mask <> None && (preperiod > 1 lsl 24 || period > 1 lsl 24) then unreadable "its rows are too many";
  (match family with All_but _ -> () | _ -> if saltus <> 0 then refused "its rows gain nothing");
  let n0 = binary preperiod and p = binary period and s = binary saltus in
  let kind = word "rows" in
  let both is_period is_stated =
    if not is_stated then refused "its rows are not those of the game";
    if not is_period then refused "its preperiod and period are not proved, or not the least"
  in
  match family, kind, word "play" with
  | Octal code, "nimbers", "normal" ->
    let values = List.filter_map (function List [Int value] -> Some value | _ -> None) rows in
    let mask = match mask with Some mask -> mask | None -> bits values in
    let bits = List.map binary (List.filter (fun bit -> (mask lsr bit) land 1 = 1) (List.init 32 Fun.id)) in
    (* where parity decides, too, by Guy and Smith *)
    let is_period = match List.assoc_opt "parity" states, List.assoc_opt "depth" states, List.assoc_opt "start" states with
      | Some (Bool false), Some (Int depth), Some (Int start) when depth < start && start < 1 lsl 24 -> states_check code bits (binary depth) (binary start) n0 p
      | _ -> octal_check code bits n0 p in
    both is_period (octal_stated code bits (single (nimbers ())))
  | Subtraction set, "nimbers", "normal" ->
    both (subtraction_nimbers_check set n0 p) (subtraction_nimbers_stated set (nimbers ()))
  | Subtraction set, "outcomes", _ ->
    both (subtraction_outcomes_check play set n0 p) (subtraction_outcomes_stated play set (outcomes ()))
  | All_but set, "nimbers", "normal" ->
    both (all_but_nim_check set n0 p s) (all_but_nim_stated set (single (nimbers ())))
  | All_but set, "outcomes", _ ->
    if period <> 1 || saltus <> 0 then refused "its period is 1";
    (* the first heap that is lost proves that larger ones are won *)
    let cells = single (outcomes ()) in
    let rec first n = function Loss :: _ -> n | _ :: rest -> first (n + 1) rest | [] -> refused "no row is lost" in
    both (all_but_outcome_check play set (unary (first 0 cells)) n0) (all_but_outcome_stated play set cells)
  | Asymmetric (left, right), "outcomes", _ ->
    both (asymmetric_outcomes_check play left right n0 p) (asymmetric_outcomes_stated play left right (outcomes ()))
  | No_repeat (set, memory), "outcomes", _ ->
    both (no_repeat_outcomes_check play set memory n0 p) (no_repeat_outcomes_stated play set memory (outcomes ()))
  | Stones (odd_wins, set), "outcomes", "normal" ->
    both (stones_outcomes_check odd_wins set n0 p) (stones_outcomes_stated odd_wins set (outcomes ()))
  | _ -> unreadable "no checker is proved for such rows of this family"

let () =
  let worst = ref 0 in
  let files = List.tl (Array.to_list Sys.argv) in
  if files = [] then (prerr_endline "judge FILE..."; exit 2);
  List.iter (fun file ->
      let say status words = worst := max !worst status; Printf.printf "%s: %s\n" (String.escaped file) words in
      match
        let channel = open_in_bin file in
        if in_channel_length channel > 1 lsl 28 then unreadable "more than 2^28 bytes";
        let text = really_input_string channel (in_channel_length channel) in
        close_in channel; judge text
      with
      | () -> say 0 "accepted"
      | exception Refused why -> say 1 ("refused: " ^ why)
      | exception Unreadable why -> say 2 ("not judged: " ^ why)
      | exception Sys_error why -> say 2 ("not judged: " ^ String.escaped why)
      | exception Stack_overflow -> say 2 "not judged: too deep") files;
  exit !worst
