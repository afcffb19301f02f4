//! The files of the page, which are part of the program.

use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;

/// A file of the page: its name, which is the last part of its path, and its bytes.
type Embedded = (&'static str, &'static [u8]);

/// Embeds these files of the folder `page` in the program.
macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_bytes!(concat!("../page/", $name)) as &[u8])),*]
    };
}

const FILES: &[Embedded] = &embedded![
    "index.html",
    "amount.js",
    "answer.js",
    "app.js",
    "axes.js",
    "board.js",
    "boxes.js",
    "cells.js",
    "classes.js",
    "copy.js",
    "download.js",
    "drag.js",
    "editor.js",
    "element.js",
    "explore.js",
    "find.js",
    "fraction.js",
    "game.js",
    "games.js",
    "graph.js",
    "heaps.js",
    "heat.js",
    "home.js",
    "icon.svg",
    "layers.js",
    "lesson.js",
    "limits.js",
    "line.js",
    "link.js",
    "match.js",
    "menu.js",
    "moves.js",
    "network.js",
    "options.js",
    "packed.js",
    "pan.js",
    "play.js",
    "points.js",
    "position.js",
    "queen.js",
    "question.js",
    "quiz.js",
    "quotient.js",
    "refusal.js",
    "roving.js",
    "rows.js",
    "rulesets.js",
    "schema.js",
    "sequence.js",
    "series.js",
    "server.js",
    "setup.js",
    "share.js",
    "springs.js",
    "stage.js",
    "status.js",
    "student.js",
    "style.css",
    "table.js",
    "teach.js",
    "term.js",
    "thermograph.js",
    "transport.js",
    "value.js",
    "verdict.js",
    "ways.js",
    "why.js",
    "words.js",
    "worths.js",
];

/// The environment variable with the folder from which debug builds read the page.
///
/// With it, you can change the page without compiling the program again.
#[cfg(debug_assertions)]
const FOLDER: &str = "SPRAGUE_PAGE";

pub(crate) fn file(path: &str) -> Option<Response> {
    let name = match path.strip_prefix('/')? {
        "" => "index.html",
        "index.html" => return None, // the page has only one address
        name => name,
    };
    Some(([(CONTENT_TYPE, kind(name)?)], contents(name)?).into_response())
}

fn contents(name: &str) -> Option<Cow<'static, [u8]>> {
    #[cfg(debug_assertions)]
    if let Some(folder) = std::env::var_os(FOLDER) {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '.';
        return std::fs::read(std::path::Path::new(&folder).join(name))
            .ok()
            .filter(|_| name.chars().all(is_plain))
            .map(Cow::Owned);
    }
    let (_, bytes) = FILES.iter().find(|(known, _)| *known == name)?;
    Some(Cow::Borrowed(bytes))
}

/// Returns the content type of a file, by the extension of its name.
fn kind(name: &str) -> Option<HeaderValue> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(HeaderValue::from_static(match ending {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_file_of_the_folder_is_embedded() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        let there: BTreeSet<String> =
            std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        assert_eq!(FILES.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>(), there);
        assert!(FILES.iter().all(|(name, _)| kind(name).is_some()));
    }

    #[test]
    fn only_files_of_the_page_are_there() {
        assert!(file("/").is_some() && file("/icon.svg").is_some());
        for path in
            ["", "/x", "/index.html", "/../Cargo.toml", "//icon.svg", "/page/icon.svg", "/icon.svg/", "/ICON.svg", "/%69con.svg"]
        {
            assert!(file(path).is_none(), "{path}");
        }
    }
}
