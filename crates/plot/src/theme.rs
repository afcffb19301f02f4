//! Colours for light and for dark paper: blue for won, orange for lost, and grey.
//!
//! Every fact that a colour shows is also shown by a letter, a shape or a number. The contrast of text to its background is
//! at least 4.5 (WCAG 2.1, 1.4.3).

use serde::{Deserialize, Serialize};
use std::fmt::{self, Write};
use std::str::FromStr;

/// The colours of a drawing.
///
/// ```
/// use sprague_plot::Theme;
/// assert_eq!("dark".parse(), Ok(Theme::Dark));
/// assert!("black".parse::<Theme>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Chosen by the viewer's `prefers-color-scheme`, or light if there is no such choice, and in pixels.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

const EXPECTED: &str = "expected auto, light or dark";

impl FromStr for Theme {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "auto" => Ok(Self::Auto),
            "light" => Ok(Self::Light),
            "dark" => Ok(Self::Dark),
            _ => Err(EXPECTED),
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rgb(u8, u8, u8);

/// The colours of one kind of element, as fill or as stroke.
struct Role {
    name: &'static str,
    on_light: Rgb,
    on_dark: Rgb,
    is_stroke: bool,
}

const fn fill(name: &'static str, on_light: Rgb, on_dark: Rgb) -> Role {
    Role { name, on_light, on_dark, is_stroke: false }
}

const fn stroke(name: &'static str, on_light: Rgb, on_dark: Rgb) -> Role {
    Role { name, on_light, on_dark, is_stroke: true }
}

const PAPER: [Rgb; 2] = [Rgb(0xff, 0xff, 0xff), Rgb(0x0f, 0x14, 0x1b)];
const INK: [Rgb; 2] = [Rgb(0x1b, 0x1f, 0x24), Rgb(0xe6, 0xed, 0xf3)];
const DIM: [Rgb; 2] = [Rgb(0x53, 0x5c, 0x66), Rgb(0xa3, 0xad, 0xb8)];
const BLUE: [Rgb; 2] = [Rgb(0x0b, 0x5c, 0xad), Rgb(0x6c, 0xb2, 0xff)];
const ORANGE: [Rgb; 2] = [Rgb(0xa8, 0x43, 0x00), Rgb(0xff, 0xa6, 0x57)];
const PALE_BLUE: [Rgb; 2] = [Rgb(0xe2, 0xef, 0xfc), Rgb(0x14, 0x2b, 0x47)];
const PALE_ORANGE: [Rgb; 2] = [Rgb(0xff, 0xea, 0xd6), Rgb(0x4a, 0x2a, 0x0c)];
const PALE_GREY: [Rgb; 2] = [Rgb(0xee, 0xf0, 0xf3), Rgb(0x24, 0x2b, 0x34)];
const GREY: [Rgb; 2] = [Rgb(0xd3, 0xd8, 0xde), Rgb(0x39, 0x42, 0x4d)];
const DEEP_GREY: [Rgb; 2] = [Rgb(0x6b, 0x74, 0x7f), Rgb(0x8c, 0x97, 0xa3)];

const ROLES: [Role; 21] = [
    fill("paper", PAPER[0], PAPER[1]),
    fill("ink", INK[0], INK[1]),
    fill("dim", DIM[0], DIM[1]),
    fill("blue", BLUE[0], BLUE[1]),
    fill("orange", ORANGE[0], ORANGE[1]),
    fill("pale-blue", PALE_BLUE[0], PALE_BLUE[1]),
    fill("pale-orange", PALE_ORANGE[0], PALE_ORANGE[1]),
    fill("pale-grey", PALE_GREY[0], PALE_GREY[1]),
    fill("grey", GREY[0], GREY[1]),
    fill("deep-grey", DEEP_GREY[0], DEEP_GREY[1]),
    fill("on-blue", PAPER[0], PAPER[1]),
    fill("on-orange", PAPER[0], PAPER[1]),
    fill("on-deep-grey", PAPER[0], PAPER[1]),
    stroke("grid", GREY[0], GREY[1]),
    stroke("line", DEEP_GREY[0], DEEP_GREY[1]),
    stroke("draws-ink", INK[0], INK[1]),
    stroke("draws-blue", BLUE[0], BLUE[1]),
    stroke("draws-orange", ORANGE[0], ORANGE[1]),
    stroke("hatch", GREY[0], GREY[1]),
    stroke("draws-grey", DEEP_GREY[0], DEEP_GREY[1]),
    stroke("draws-paper", PAPER[0], PAPER[1]),
];

/// The number of shades of blue, from the palest to the deepest.
pub(crate) const SHADES: usize = 9;

/// The palest and the deepest shade, for light and for dark paper.
const SHADE_ENDS: [[Rgb; 2]; 2] =
    [[Rgb(0xe2, 0xef, 0xfc), Rgb(0x08, 0x36, 0x6b)], [Rgb(0x16, 0x2c, 0x45), Rgb(0xa9, 0xd2, 0xff)]];

/// Returns a shade for light and for dark paper.
fn shade(step: usize) -> [Rgb; 2] {
    let between = |a: u8, b: u8| {
        let (a, b, steps) = (usize::from(a), usize::from(b), SHADES - 1);
        ((a * (steps - step) + b * step + steps / 2) / steps) as u8
    };
    SHADE_ENDS.map(|[from, to]| Rgb(between(from.0, to.0), between(from.1, to.1), between(from.2, to.2)))
}

/// Returns the colour of text on a shade, which is black or white.
///
/// One of the two has a contrast of at least 4.58 to any colour.
fn on_shade(below: Rgb) -> Rgb {
    let inks = [Rgb(0, 0, 0), Rgb(0xff, 0xff, 0xff)];
    if contrast(inks[0], below) >= contrast(inks[1], below) { inks[0] } else { inks[1] }
}

/// Returns the relative luminance of a colour, from 0 to 1 (WCAG 2.1).
fn luminance(Rgb(r, g, b): Rgb) -> f64 {
    let linear = |channel: u8| {
        let part = f64::from(channel) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// Returns the contrast of two colours, from 1 to 21 (WCAG 2.1).
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The part of the style sheet that is the same in all themes.
const SHAPES: &str = "text{font-family:Ubuntu,system-ui,'DejaVu Sans',sans-serif;font-size:13px}\
.title{font-size:17px;font-weight:600}.small{font-size:11px}.code{font-family:Hack,'DejaVu Sans Mono',ui-monospace,monospace}\
.end{text-anchor:end}.middle{text-anchor:middle}.none{fill:none}\
.grid,.line{fill:none;stroke-width:1}.hatch{stroke-width:1.5}.round{stroke-linecap:round;stroke-linejoin:round}\
.wide{fill:none;stroke-width:2.5}.dash{stroke-dasharray:5 4}";

/// Returns the style sheet of a drawing.
pub(crate) fn style(theme: Theme) -> String {
    let mut sheet = SHAPES.to_owned();
    match theme {
        Theme::Auto => {
            sheet.push_str(":root{color-scheme:light dark}");
            colours(&mut sheet, 0);
            sheet.push_str("@media (prefers-color-scheme:dark){");
            colours(&mut sheet, 1);
            sheet.push('}');
        }
        Theme::Light => colours(&mut sheet, 0),
        Theme::Dark => colours(&mut sheet, 1),
    }
    sheet
}

/// Adds the colours for light paper (0) or for dark paper (1) to the style sheet.
fn colours(sheet: &mut String, paper: usize) {
    let mut rule = |name: &str, property: &str, Rgb(r, g, b): Rgb| {
        write!(sheet, ".{name}{{{property}:#{r:02x}{g:02x}{b:02x}}}").expect("text can be written");
    };
    for role in ROLES {
        rule(role.name, if role.is_stroke { "stroke" } else { "fill" }, [role.on_light, role.on_dark][paper]);
    }
    for step in 0..SHADES {
        let shade = shade(step)[paper];
        rule(&format!("s{step}"), "fill", shade);
        rule(&format!("t{step}"), "fill", on_shade(shade));
    }
}

/// Returns the fill and stroke of an element with these classes, as six hexadecimal digits.
///
/// If the theme is automatic, they are the colours for light paper.
pub(crate) fn colours_of(classes: &[&str], theme: Theme) -> [Option<String>; 2] {
    let paper = usize::from(theme == Theme::Dark);
    let hex = |Rgb(r, g, b): Rgb| format!("{r:02x}{g:02x}{b:02x}");
    let role = |is_stroke| {
        let mut roles = ROLES.iter().rev().filter(move |role| role.is_stroke == is_stroke);
        roles.find(|role| classes.contains(&role.name)).map(|role| hex([role.on_light, role.on_dark][paper]))
    };
    let shaded = (0..SHADES).find_map(|step| {
        let shade = shade(step)[paper];
        let is = |kind: &str| classes.contains(&&*format!("{kind}{step}"));
        if is("s") { Some(hex(shade)) } else { is("t").then(|| hex(on_shade(shade))) }
    });
    [shaded.or_else(|| role(false)), role(true)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(name: &str) -> [Rgb; 2] {
        let role = ROLES.iter().find(|role| role.name == name).unwrap_or_else(|| panic!("{name} has no colour"));
        [role.on_light, role.on_dark]
    }

    #[test]
    fn text_can_be_read_on_what_is_below_it() {
        let pairs = [
            ("ink", "paper"),
            ("dim", "paper"),
            ("blue", "paper"),
            ("orange", "paper"),
            ("ink", "pale-blue"),
            ("ink", "pale-orange"),
            ("ink", "pale-grey"),
            ("ink", "grey"),
            ("on-blue", "blue"),
            ("on-orange", "orange"),
            ("on-deep-grey", "deep-grey"),
            ("orange", "pale-orange"),
            ("blue", "pale-blue"),
        ];
        for (text, below) in pairs {
            for (paper, (text_colour, below_colour)) in colour(text).into_iter().zip(colour(below)).enumerate() {
                let found = contrast(text_colour, below_colour);
                assert!(found >= 4.5, "{text} on {below}, paper {paper}: {found:.2}");
            }
        }
        for step in 0..SHADES {
            for below in shade(step) {
                assert!(contrast(on_shade(below), below) >= 4.5, "shade {step}");
            }
        }
    }

    #[test]
    fn shades_go_from_one_end_to_the_other_and_all_differ() {
        assert_eq!((shade(0), shade(SHADES - 1)), (SHADE_ENDS.map(|ends| ends[0]), SHADE_ENDS.map(|ends| ends[1])));
        for step in 1..SHADES {
            assert!(luminance(shade(step)[0]) < luminance(shade(step - 1)[0]), "{step} is deeper on light paper");
            assert!(luminance(shade(step)[1]) > luminance(shade(step - 1)[1]), "{step} is brighter on dark paper");
        }
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert!((contrast(Rgb(0, 0, 0), Rgb(255, 255, 255)) - 21.0).abs() < 1e-9);
        // the lightest grey that has enough contrast on white
        assert!((contrast(Rgb(0x76, 0x76, 0x76), Rgb(255, 255, 255)) - 4.54).abs() < 0.01);
    }

    #[test]
    fn only_a_theme_that_is_left_open_asks_the_reader() {
        let asks = |theme| style(theme).contains("prefers-color-scheme");
        assert_eq!([Theme::Auto, Theme::Light, Theme::Dark].map(asks), [true, false, false]);
        assert_ne!(style(Theme::Light), style(Theme::Dark));
    }
}
