//! Laws of the group, of order, of temperature and of cooling, checked on games born by day 3 and on deeper ones.

use crate::judge::trees;
use proptest::prelude::*;
use sprague_core::{Limits, Player};
use sprague_values::{Arena, Dyadic, Value, born_by};
use std::cmp::Ordering;
use std::sync::LazyLock;

static DAY_3: LazyLock<Vec<Value>> = LazyLock::new(|| born_by(3).collect());
static DAY_2: LazyLock<Vec<Value>> = LazyLock::new(|| born_by(2).collect());

fn of_day(games: &'static LazyLock<Vec<Value>>) -> impl Strategy<Value = Value> {
    any::<prop::sample::Index>().prop_map(|index| index.get(games).clone())
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![3 => of_day(&DAY_3), 1 => trees(5).prop_map(|tree| tree.value())]
}

fn numbers() -> impl Strategy<Value = Dyadic> {
    prop_oneof![(-9_i64..9, 0_u64..4), (-9_i64..9, 20_u64..70)].prop_map(|(mantissa, places)| Dyadic::new(mantissa, places))
}

fn limits() -> Limits {
    Limits::default()
}

proptest! {
    #[test]
    fn values_are_a_group(a in values(), b in values(), c in of_day(&DAY_2)) {
        prop_assert_eq!(&a + &b, &b + &a);
        prop_assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
        prop_assert_eq!(&a + &-&a, Value::from(0));
        prop_assert_eq!(&(&a + &b) - &b, a.clone());
        prop_assert_eq!(-&-&a, a);
    }

    #[test]
    fn order_is_that_of_differences(a in values(), b in values(), c in of_day(&DAY_2)) {
        let order = a.partial_cmp(&b);
        prop_assert_eq!((&a - &b).partial_cmp(&Value::from(0)), order);
        prop_assert_eq!((-&b).partial_cmp(&-&a), order);
        prop_assert_eq!((&a + &c).partial_cmp(&(&b + &c)), order);
        prop_assert_eq!(b.partial_cmp(&a), order.map(Ordering::reverse));
    }

    #[test]
    fn a_number_translates_everything_but_numbers(a in values(), x in numbers()) {
        let (x, sum) = (Value::from(x.clone()), &a + &Value::from(x));
        if !a.is_number() {
            for player in Player::BOTH {
                let mut moved: Vec<String> = a.options(player).map(|option| (&option + &x).to_string()).collect();
                let mut options: Vec<String> = sum.options(player).map(|option| option.to_string()).collect();
                moved.sort();
                options.sort();
                prop_assert_eq!(moved, options);
            }
        }
        prop_assert_eq!(&sum - &x, a);
    }

    #[test]
    fn text_is_read_back(a in values()) {
        let text = a.text().unwrap();
        prop_assert_eq!(text.parse::<Value>().unwrap(), a.clone());
        prop_assert_eq!(Value::from_dag(&a.dag(&limits()).unwrap(), &limits()).unwrap(), a);
    }

    #[test]
    fn means_add_and_temperatures_do_not_grow(a in values(), b in values()) {
        let sum = &a + &b;
        prop_assert_eq!(sum.mean(), &a.mean() + &b.mean());
        prop_assert!(sum.temperature() <= a.temperature().max(b.temperature()));
    }

    #[test]
    fn walls_stand_on_the_stops(a in values()) {
        let thermograph = a.thermograph();
        for player in Player::BOTH {
            prop_assert_eq!(thermograph.at(player, &Dyadic::ZERO), a.stop(player));
            let wall = thermograph.wall(player);
            prop_assert_eq!(wall.last(), Some(&(a.temperature().max(thermograph.temperature().clone()), a.mean())));
            prop_assert!(wall.windows(2).all(|corners| corners[0].0 < corners[1].0));
        }
    }

    #[test]
    fn cooling_is_additive_and_its_stops_are_the_walls(a in values(), b in of_day(&DAY_3), t in 0_i64..7) {
        let t = Dyadic::new(t, 1);
        let cooled = a.cool(&t, &limits()).unwrap();
        prop_assert_eq!(&cooled + &b.cool(&t, &limits()).unwrap(), (&a + &b).cool(&t, &limits()).unwrap());
        for player in Player::BOTH {
            prop_assert_eq!(cooled.stop(player), a.thermograph().at(player, &t));
        }
    }

    #[test]
    fn cooling_undoes_heating(a in values(), t in 0_i64..5) {
        let t = Dyadic::new(t, 1);
        let hot = a.heat(&t.clone().into(), &limits()).unwrap();
        prop_assert_eq!(hot.cool(&t, &limits()).unwrap(), a);
    }

    #[test]
    fn norton_products_by_up_are_additive(a in of_day(&DAY_2), b in of_day(&DAY_2)) {
        let by_up = |value: &Value| value.norton(&Value::up(1), &limits()).unwrap();
        prop_assert_eq!(&by_up(&a) + &by_up(&b), by_up(&(&a + &b)));
        prop_assert_eq!(a.norton(&Value::from(1), &limits()).unwrap(), a);
    }

    #[test]
    fn reduced_forms_are_equal_iff_the_difference_is_infinitesimal(a in values(), b in values()) {
        let difference = &a - &b;
        let is_infinitesimal = Player::BOTH.iter().all(|&player| difference.stop(player) == Dyadic::ZERO);
        prop_assert_eq!(a.reduced(&limits()).unwrap() == b.reduced(&limits()).unwrap(), is_infinitesimal);
    }

    #[test]
    fn values_of_different_arenas_are_one_value(a in values(), b in values()) {
        let arena = Arena::new();
        let (a2, b2) = (arena.read(&a.text().unwrap()).unwrap(), arena.read(&b.text().unwrap()).unwrap());
        prop_assert_eq!(&a2, &a);
        prop_assert_eq!(a2 == b2, a == b);
        prop_assert_eq!(&a2 + &b, &a + &b2);
    }

    #[test]
    fn numbers_add_as_numbers(x in numbers(), y in numbers()) {
        let sum = &Value::from(x.clone()) + &Value::from(y.clone());
        prop_assert_eq!(sum.number(), Some(&x + &y));
        prop_assert_eq!(Value::from(x.clone()).partial_cmp(&Value::from(y.clone())), Some(x.cmp(&y)));
    }
}
