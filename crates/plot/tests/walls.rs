//! Thermographs: the walls agree with the value, and Left's wall is on the left.

use crate::asked::drawn;
use roxmltree::Document;

/// Returns the corners of a wall from the floor up.
fn wall(svg: &str, class: &str) -> Vec<[f64; 2]> {
    let document = Document::parse(svg).unwrap();
    let path = document.descendants().find(|node| node.attribute("class").is_some_and(|all| all.starts_with(class))).unwrap();
    let steps = path.attribute("d").unwrap();
    let corner = |step: &str| {
        let (x, y) = step.split_once(' ').unwrap();
        [x.parse().unwrap(), y.parse().unwrap()]
    };
    steps.split(['M', 'L']).skip(1).map(corner).collect()
}

#[test]
fn the_walls_of_a_switch_meet_at_its_mean_with_slopes_of_one() {
    // {2|-1}: from 2 and -1 at tax 0 to 1/2 at tax 3/2
    let svg = drawn("game@{2|-1}", "").svg();
    let [left, right] = ["draws-blue", "draws-orange"].map(|class| wall(&svg, class));
    assert_eq!((left.len(), right.len()), (2, 2));
    assert_eq!(left[1], right[1], "they meet");
    assert!(left[0][0] < right[0][0], "Left's wall is on the left");
    let rise = left[0][1] - left[1][1];
    assert!((left[1][0] - left[0][0] - rise).abs() < 0.3 && (right[0][0] - right[1][0] - rise).abs() < 0.3, "{left:?} {right:?}");
    assert!(svg.contains(">temperature 3/2<") && svg.contains(">mean 1/2<"), "{svg}");
}

#[test]
fn a_wall_stands_upright_where_the_other_player_answers() {
    // {4||1|-3}: Right's wall stands at 1 up to tax 2, and goes to 3/2 at 5/2
    let right = wall(&drawn("game@{4||1|-3}", "").svg(), "draws-orange");
    assert_eq!(right.len(), 3);
    assert!((right[0][0] - right[1][0]).abs() < 0.2 && right[1][0] > right[2][0], "{right:?}");
}

#[test]
fn a_small_thermograph_is_as_it_was_when_it_was_looked_at() {
    let svg = drawn("game@{2|-1}", "").svg();
    let shapes: Vec<&str> = svg.lines().filter(|line| line.starts_with("<path class=\"draws")).collect();
    let expected = [
        r#"<path class="draws-blue wide round" d="M128 436L418 146"/>"#,
        r#"<path class="draws-orange wide round" d="M708 436L418 146"/>"#,
        r#"<path class="draws-ink wide round" d="M418 146V108m-5 8l5 -8l5 8"/>"#,
    ];
    assert_eq!(shapes, expected);
}

#[test]
fn scaffolds_are_as_far_from_the_walls_as_the_tax_says() {
    // {4||1|-3}: Left's scaffold stands at 4; Right's is Left's wall of {1|-3}, from 1 at tax 0 to -1 at tax 2
    let drawing = drawn("game@{4||1|-3}", "as=scaffold");
    let svg = drawing.svg();
    let dashed = |class: &str| wall(&svg, &format!("{class} none round dash"));
    let [left, right] = ["draws-blue", "draws-orange"].map(dashed);
    let walls = ["draws-blue", "draws-orange"].map(|class| wall(&svg, &format!("{class} wide")));
    assert_eq!((left.len(), right.len()), (2, 3));
    assert!((left[0][0] - left[1][0]).abs() < 0.2, "it stands upright: {left:?}");
    let height = |[_, y]: [f64; 2]| walls[0][0][1] - y;
    for (scaffold, wall) in [left, right].iter().zip(&walls) {
        let (bottom, top) = (scaffold[0], *scaffold.last().unwrap());
        assert!((bottom[0] - wall[0][0]).abs() < 0.3, "without a tax they are one: {scaffold:?} {wall:?}");
        let summit = *wall.last().unwrap();
        assert!(
            ((top[0] - summit[0]).abs() - height(summit)).abs() < 0.5,
            "at the mast the temperature lies between: {scaffold:?}"
        );
    }
    assert!(svg.contains("less the tax (Left) and with it (Right)"), "{svg}");
    let text = drawing.text(72, 60).join("\n");
    assert!(text.contains('.') && text.lines().all(|line| line.chars().count() <= 72), "{text}");
}

#[test]
fn scaffolds_are_named_as_they_are_drawn_and_only_there() {
    let drawing = drawn("game@{4||1|-3}", "as=scaffold");
    let text = drawing.text(80, 24).join(" ");
    assert!(text.contains("dots: scaffolds;") && !text.contains("dashed"), "{text}");
    assert!(drawing.svg().contains("dashed: scaffolds;") && drawing.tikz().contains("dashed: scaffolds;"));
    // the terminal has no picture of a value that is not hot, or too wide, and neither has any of a game without options
    let number = drawn("game@3/4", "as=scaffold");
    assert!(!number.text(80, 24).join(" ").contains("scaffolds") && number.svg().contains("dashed: scaffolds;"));
    let none = drawn("game@0", "as=scaffold");
    assert!(![none.text(80, 24).join(" "), none.svg()].iter().any(|picture| picture.contains("scaffolds;")));
    assert_eq!(number.kind().name(), "scaffold");
}
