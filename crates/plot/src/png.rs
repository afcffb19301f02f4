//! Pixels: resvg draws the SVG, with the letters of a font that is built in.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};
use std::sync::{Arc, OnceLock};

/// How many pixels of the PNG file are one pixel of the drawing, in each direction.
const SCALE: f32 = 2.0;

/// The most pixels of a PNG file.
const MAX_PIXELS: f32 = 64e6;

/// Returns the fonts of the program, and after them the fonts of the system, for characters that the first ones do not have.
fn fonts() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let load = || {
        let mut fonts = Database::new();
        for font in [epaint_default_fonts::UBUNTU_LIGHT, epaint_default_fonts::HACK_REGULAR] {
            fonts.load_font_source(Source::Binary(Arc::new(font)));
        }
        fonts.load_system_fonts();
        fonts.set_sans_serif_family("Ubuntu");
        fonts.set_monospace_family("Hack");
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

/// Renders a drawing as a PNG file. It returns `None` if the drawing is too large.
pub(crate) fn rendered(svg: &str) -> Option<Vec<u8>> {
    let options = Options { font_family: "Ubuntu".to_owned(), fontdb: fonts(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).ok()?; // a drawing with a million elements or more is refused
    let [width, height] = [tree.size().width(), tree.size().height()].map(|length| (length * SCALE).ceil());
    if width * height > MAX_PIXELS {
        return None;
    }
    let mut pixels = Pixmap::new(width as u32, height as u32)?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().ok()
}
