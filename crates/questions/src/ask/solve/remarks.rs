//! Remarks on families whose rules differ from those in books.

use crate::read::ParsedSum;
use sprague::Notation;
use sprague::heap::HeapRules;
use sprague::solve::{Component, ComponentPosition};
use sprague_rules_boards::NoGo;
use sprague_rules_octal::NAMED;

/// The maximum number of heaps that a digit of an octal code leaves.
const OCTAL: u64 = 2;

/// The maximum number of sentences, because a sum may have very many families.
const MOST: usize = 10;

/// Returns a remark for each family of the sum that needs one.
pub(super) fn of(sum: &ParsedSum) -> Vec<String> {
    let mut remarks = vec![];
    for component in sum.components() {
        if let Some(remark) = remark(component, sum.components().len() > 1).filter(|remark| !remarks.contains(remark)) {
            remarks.push(remark);
        }
        if remarks.len() == MOST {
            break;
        }
    }
    remarks
}

fn remark(component: &Component, is_sum: bool) -> Option<String> {
    let (family, name) = (&component.rules, component.rules.name());
    if name == "nogo" {
        return dead_block(component);
    }
    if name.starts_with("no-repeat:") && name.ends_with(":memory=table") {
        return Some(format!("{name}: one memory for all heaps of a position"));
    }
    if let Some(remark) = NAMED.iter().find(|named| named.name == name).and_then(|named| named.remark) {
        return Some(format!("{name}: {remark}"));
    }
    match family.heap_rules()? {
        HeapRules::TakeAndBreak(code) if code.most_heaps() > OCTAL => {
            Some(format!("{name}: the digits 8, 9 and a to f let a move leave three heaps"))
        }
        HeapRules::NoRepeat { .. } if is_sum => {
            Some(format!("{name}: each heap has its own memory; `:memory=table` is the game with one memory for all"))
        }
        _ => None,
    }
}

/// Returns a remark if a position of NoGo cannot arise in play. The program accepts it as a position that is lost for
/// whoever moves.
fn dead_block(component: &Component) -> Option<String> {
    let ComponentPosition::Small(position) = &component.position else { return None };
    let text = component.rules.rules().show(position);
    let square = NoGo.dead_block(&NoGo.read(&text).ok()?)?;
    Some(format!("nogo@{text}: the block at {square} has no liberty, which cannot happen in play; nobody can move"))
}

#[cfg(test)]
mod tests {
    use crate::Session;

    #[test]
    fn a_family_that_is_easily_mistaken_is_remarked_on_once() {
        for (sum, remarks) in [
            ("treblecross@5,6+treblecross@1", vec!["treblecross: a row of n squares is a heap of n + 2"]),
            ("octal:0.09@5", vec!["octal:0.09: the digits 8, 9 and a to f let a move leave three heaps"]),
            ("nogo@x.o,xo", vec!["nogo@xo: the block at 1.1 has no liberty, which cannot happen in play; nobody can move"]),
            ("no-repeat:1-4:memory=table@4.4", vec!["no-repeat:1-4:memory=table: one memory for all heaps of a position"]),
            (
                "no-repeat:1-4@4,4",
                vec!["no-repeat:1-4: each heap has its own memory; `:memory=table` is the game with one memory for all"],
            ),
            ("no-repeat:1-4@4", vec![]),
            ("kayles@5+octal:0.077@3+nim@1+dawson-chess@3", vec![]),
        ] {
            assert_eq!(super::of(&Session::new().position(sum).unwrap()), remarks, "{sum}");
        }
        let many: Vec<String> = (1..40).map(|digits| format!("octal:0.{}@1", "8".repeat(digits))).collect();
        assert_eq!(super::of(&Session::new().position(&many.join("+")).unwrap()).len(), super::MOST);
    }
}
