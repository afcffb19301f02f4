//! Renders the SVG as pixels by resvg, with the letters of a built-in font.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};
use std::sync::{Arc, OnceLock};

/// The number of pixels of the PNG file for one pixel of the drawing, in each direction.
const SCALE: f32 = 2.0;

/// The maximum number of pixels of a PNG file.
const MAX_PIXELS: f32 = 64e6;

/// Returns the built-in fonts, followed by the fonts of the system for characters that the built-in ones do not have.
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

/// Renders a drawing as a PNG file, or returns `None` if the drawing is too large.
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
