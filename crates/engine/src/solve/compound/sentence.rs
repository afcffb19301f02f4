//! A sentence for each rule for moving, which states the theorem that decides its sums.

use sprague_core::{CompoundRule, Play};

pub(super) fn sentence(rule: CompoundRule, play: Play) -> &'static str {
    match (rule, play) {
        (CompoundRule::Disjunctive, _) => "disjunctive: the nim-sum of the nimbers decides",
        (CompoundRule::Diminished, Play::Normal) => {
            "diminished: lost if a component is over; else won if one has an option that is over; else lost exactly if the nim-sum of \
             the foreclosed nimbers is 0"
        }
        (CompoundRule::Diminished, Play::Misere) => {
            "diminished, misère: won if a component is over; else lost exactly if the nim-sum of the nimbers, taken without \
             the finished positions, is 0"
        }
        (CompoundRule::Conjunctive, Play::Normal) => "conjunctive: lost exactly if the least remoteness is even (Smith 1966)",
        (CompoundRule::Conjunctive, Play::Misere) => {
            "conjunctive, misère: lost exactly if the least misère remoteness is odd (Smith 1966)"
        }
        (CompoundRule::Continued, Play::Normal) => {
            "continued: lost exactly if the greatest suspense number is even (Conway, ONAG)"
        }
        (CompoundRule::Continued, Play::Misere) => {
            "continued, misère: lost exactly if the greatest misère suspense number is odd (Conway, ONAG)"
        }
        (CompoundRule::Selective, Play::Normal) => "selective: lost exactly if every component is",
        (CompoundRule::Selective, Play::Misere) => {
            "selective, misère: with several components that can be moved in, lost exactly if all of them are lost in normal play; \
             with one, it decides; with none, won"
        }
        (CompoundRule::ShortenedSelective, Play::Normal) => {
            "shortened selective: lost exactly if a component is over or every component is lost"
        }
        (CompoundRule::ShortenedSelective, Play::Misere) => {
            "shortened selective, misère: lost exactly if every component is lost in misère play"
        }
        (CompoundRule::NotAll, Play::Normal) => "not all: lost exactly if all nimbers are equal",
        (CompoundRule::NotAll, Play::Misere) => {
            "not all, misère, heaps of Nim: one alone is won; if none is above 1, lost exactly if one of them is 1; else lost exactly \
             if all are equal"
        }
        (CompoundRule::Moore(_), Play::Normal) => {
            "Moore's Nim (1910): lost exactly if the binary digits of the heaps, added without carry modulo K + 1, are all 0"
        }
        (CompoundRule::Moore(_), Play::Misere) => {
            "Moore's Nim, misère: if no heap is above 1, lost exactly if their number is 1 modulo K + 1; else as in normal play"
        }
    }
}
