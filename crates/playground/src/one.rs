//! The page as one HTML file that opens from a disk.
//!
//! A browser refuses modules, fetched files and module workers to a page from a disk. So the modules become functions of one
//! inline script, the worker becomes one classic script, and the compressed engine is a text in the page. The policy of the
//! page allows exactly this script and these styles by their hashes, and no connection.

use crate::NotMade;
use crate::folder::{EXAMPLES, MARK, OWN, PAGE, text, write};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

/// The engine is several texts of this many bytes, so that it is compiled while it is still being parsed.
const PIECE: usize = 1 << 17;

/// Writes the page of a playground's folder as one file, and returns its size in bytes.
///
/// # Errors
/// Returns [`NotMade::File`], [`NotMade::NoPlace`] if the page does not have the expected text, and [`NotMade::Module`].
pub(crate) fn made(folder: &Path, file: &Path) -> Result<usize, NotMade> {
    let module = |name: &str| match name {
        "parts.js" => text(&Path::new(OWN).join("one/parts.js")),
        name => text(&folder.join(name)),
    };
    // the parts keep the page as it is before other modules change it
    let [script, worker] = [&["parts.js", "app.js"][..], &["worker.js"]].map(|entries| bundled(entries, &module));
    let mut texts = vec![("worker.js", worker?)];
    for name in EXAMPLES {
        texts.push((name, text(&folder.join(name))?));
    }
    let [page, icon] = ["index.html", "icon.svg"].map(|name| text(&Path::new(PAGE).join(name)));
    let style = text(&folder.join("style.css"))?;
    let engine = folder.join(MARK);
    let engine = std::fs::read(&engine).map_err(|error| NotMade::File { path: engine, error })?;
    let page = assembled(&page?, &style, &icon?, &script?, &texts, &engine)?;
    write(file, &page)?;
    Ok(page.len())
}

/// Returns the page. Its characters have one byte each, so that the engine grows by only 2 %: base64 would add a third.
fn assembled(
    page: &str,
    style: &str,
    icon: &str,
    script: &str,
    texts: &[(&str, String)],
    engine: &[u8],
) -> Result<Vec<u8>, NotMade> {
    let css = plain(style, |c| format!("\\{:x} ", u32::from(c)));
    let policy = format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; worker-src blob:; style-src {}; img-src data:; connect-src 'none'; \
         base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types sprague",
        hashed(script),
        hashed(&css),
    );
    let icon = format!("href=\"data:image/svg+xml;base64,{}\"", STANDARD.encode(icon));
    let mut page = plain(page, |c| format!("&#{};", u32::from(c)));
    for (what, from, to) in [
        (
            "character set",
            "<meta charset=\"utf-8\">",
            &*format!(
                "<meta charset=\"windows-1252\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
                 <meta name=\"sprague-link\" content=\"\">"
            ),
        ),
        ("link to its icon", "href=\"icon.svg\"", &icon),
        ("link to its styles", "<link rel=\"stylesheet\" href=\"style.css\">", &format!("<style>{css}</style>")),
        ("script", "<script type=\"module\" src=\"app.js\"></script>\n", ""),
        ("end", "</body>\n</html>", ""),
    ] {
        let at = page.find(from).ok_or(NotMade::NoPlace(what))?;
        page.replace_range(at..at + from.len(), to);
    }
    for (name, text) in texts {
        writeln!(page, "<script type=\"text/plain\" id=\"{name}\">{text}</script>").expect("texts grow");
    }
    // the script comes before the long text of the engine, so that it runs before that text has been parsed
    writeln!(page, "<script>{script}</script>").expect("texts grow");
    let byte = |c: char| u8::try_from(u32::from(c)).ok().filter(|byte| !matches!(byte, 0x80..0xA0));
    let mut page: Vec<u8> =
        page.chars().map(byte).collect::<Option<_>>().ok_or(NotMade::NoPlace("room for a character of a text"))?;
    for piece in compressed(engine).chunks(PIECE) {
        page.extend(b"<script type=\"text/plain\" class=\"engine\">");
        page.extend(written(piece));
        page.extend(b"</script>\n");
    }
    page.extend(b"</body>\n</html>\n");
    Ok(page)
}

/// Returns the bytes for a page that reads one character from each. An equals sign stands before a byte that was increased by
/// 64, because it has a meaning in pages.
fn written(bytes: &[u8]) -> Vec<u8> {
    let as_it_is = |byte: u8| !matches!(byte, b'\0' | b'\r' | b'<' | b'=');
    bytes.iter().flat_map(|&byte| if as_it_is(byte) { vec![byte] } else { vec![b'=', byte + 64] }).collect()
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(vec![], Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("a vector grows")
}

fn hashed(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// Returns a text without characters outside of ASCII, which `escape` replaces.
fn plain(text: &str, escape: impl Fn(char) -> String) -> String {
    text.chars().map(|c| if c.is_ascii() { c.to_string() } else { escape(c) }).collect()
}

/// Returns JavaScript without characters outside of ASCII.
fn escaped(text: &str) -> String {
    plain(text, |c| c.encode_utf16(&mut [0; 2]).iter().fold(String::new(), |text, unit| format!("{text}\\u{unit:04x}")))
}

/// Returns a script that runs these modules, each after all modules that it imports.
///
/// It supports only the JavaScript that the page uses: imports of named exports on a line, and exports of declarations.
///
/// # Errors
/// Returns [`NotMade::Module`] for a cycle of imports and for every other use of modules, and the errors of `module`.
fn bundled(entries: &[&str], module: &impl Fn(&str) -> Result<String, NotMade>) -> Result<String, NotMade> {
    let (mut script, mut done) = ("'use strict';\nconst $ = {};\n".to_owned(), BTreeMap::new());
    entries.iter().try_for_each(|entry| add(entry, module, &mut done, &mut script))?;
    Ok(script)
}

/// Adds a module and all that it imports. `done` contains the modules that were added, and `false` for those that wait for
/// their imports.
fn add(
    name: &str,
    module: &impl Fn(&str) -> Result<String, NotMade>,
    done: &mut BTreeMap<String, bool>,
    script: &mut String,
) -> Result<(), NotMade> {
    let refused = |why: String| NotMade::Module { name: name.to_owned(), why };
    match done.get(name) {
        Some(true) => return Ok(()),
        Some(false) => return Err(refused("it imports itself through other modules".to_owned())),
        None => done.insert(name.to_owned(), false),
    };
    let source = module(name)?;
    let unknown = ["import(", "import.meta", "</script", "<!--"].into_iter().find(|what| source.contains(what));
    if let Some(what) = unknown {
        return Err(refused(format!("{what} is not supported")));
    }
    let (mut body, mut exports) = (String::new(), vec![]);
    for line in source.lines() {
        let not_known = || refused(format!("this line is not supported: {line}"));
        if let Some(import) = line.strip_prefix("import ") {
            let (what, from) =
                import.strip_suffix("';").and_then(|import| import.split_once(" from './")).ok_or_else(not_known)?;
            add(from, module, done, script)?;
            let names = match what.strip_prefix("* as ") {
                Some(name) => name.to_owned(),
                None if what.starts_with('{') => what.replace(" as ", ": "),
                None => return Err(not_known()),
            };
            writeln!(body, "const {names} = $['{from}'];").expect("texts grow");
        } else if let Some(list) = line.strip_prefix("export {").and_then(|list| list.strip_suffix("};")) {
            let of = |pair: &str| {
                pair.trim().split_once(" as ").map_or_else(|| pair.trim().to_owned(), |(of, to)| format!("{to}: {of}"))
            };
            exports.extend(list.split(',').map(of));
        } else if let Some(declared) = line.strip_prefix("export ") {
            let kinds = ["async function ", "function ", "class ", "const "];
            let rest = kinds.iter().find_map(|kind| declared.strip_prefix(kind)).ok_or_else(not_known)?;
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if name.is_empty() {
                return Err(not_known());
            }
            exports.push(name);
            writeln!(body, "{declared}").expect("texts grow");
        } else if ["import", "export", "await "].iter().any(|word| line.starts_with(word)) {
            return Err(not_known());
        } else {
            writeln!(body, "{line}").expect("texts grow");
        }
    }
    write!(script, "$['{name}'] = (() => {{\n{}return {{ {} }};\n}})();\n", escaped(&body), exports.join(", "))
        .expect("texts grow");
    done.insert(name.to_owned(), true);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(modules: &[(&str, &str)]) -> Result<String, String> {
        let module = |name: &str| Ok(modules.iter().find(|(known, _)| *known == name).expect("it is there").1.to_owned());
        bundled(&[modules[0].0], &module).map_err(|error| error.to_string())
    }

    #[test]
    fn modules_become_functions_after_those_they_import() {
        let script = of(&[
            ("a.js", "import * as b from './b.js';\nimport { d as e } from './c.js';\nb.f(e);\n"),
            ("b.js", "import { d } from './c.js';\nexport async function f() {}\nexport class G {}\n"),
            ("c.js", "export const d = '∗';\nconst x = 1;\nexport { x as default };\n"),
        ]);
        let expected = "'use strict';\nconst $ = {};\n\
            $['c.js'] = (() => {\nconst d = '\\u2217';\nconst x = 1;\nreturn { d, default: x };\n})();\n\
            $['b.js'] = (() => {\nconst { d } = $['c.js'];\nasync function f() {}\nclass G {}\nreturn { f, G };\n})();\n\
            $['a.js'] = (() => {\nconst b = $['b.js'];\nconst { d: e } = $['c.js'];\nb.f(e);\nreturn {  };\n})();\n";
        assert_eq!(script.unwrap(), expected);
    }

    #[test]
    fn cycles_and_unknown_syntax_are_refused() {
        let cycle = of(&[("a.js", "import { b } from './b.js';\n"), ("b.js", "import { a } from './a.js';\n")]);
        assert_eq!(cycle.unwrap_err(), "a.js: it imports itself through other modules");
        for line in [
            "import a from './b.js';",
            "import './b.js';",
            "import {",
            "export let a = 1;",
            "export default 1;",
            "export const { a } = b;",
            "export * from './b.js';",
            "await a;",
            "const a = import('./b.js');",
            "const a = import.meta.url;",
            "const a = '</script>';",
        ] {
            assert!(of(&[("a.js", line), ("b.js", "")]).unwrap_err().contains("not supported"), "{line}");
        }
    }

    #[test]
    fn bytes_of_the_engine_never_end_their_element() {
        let all: Vec<u8> = (0..=255).chain(*b"</script>").collect();
        let text = written(&all);
        assert!(!text.iter().any(|byte| matches!(byte, 0 | b'\r' | b'<')));
        let mut bytes = text.into_iter();
        let mut read = vec![];
        while let Some(byte) = bytes.next() {
            read.push(if byte == b'=' { bytes.next().unwrap() - 64 } else { byte });
        }
        assert_eq!(read, all);
        assert_eq!(compressed(&all), compressed(&all));
    }

    #[test]
    fn the_page_of_today_can_be_one_file() {
        let module = |name: &str| match ["one/", ""].map(|folder| Path::new(OWN).join(folder).join(name)) {
            [one, _] if one.exists() => text(&one),
            [_, own] if own.exists() => text(&own),
            _ => text(&Path::new(PAGE).join(name)),
        };
        let script = bundled(&["parts.js", "app.js"], &module).unwrap();
        let [page, style, icon] = ["index.html", "style.css", "icon.svg"].map(|name| text(&Path::new(PAGE).join(name)).unwrap());
        let page = assembled(&page, &style, &icon, &script, &[("a.rhai", "// ö".to_owned())], b"engine").unwrap();
        let page: String = page.into_iter().map(char::from).collect();
        assert!(page.contains("connect-src 'none'") && page.contains("id=\"a.rhai\">// ö</script>"));
        let head = &page[..page.find("<style>").unwrap()];
        assert!(!head.contains("unsafe-inline") && !page.contains("href=\"style.css\""));
        let [script, style] = [("<script>", "</script>"), ("<style>", "</style>")].map(|(from, to)| {
            let text = &page[page.find(from).unwrap() + from.len()..];
            &text[..text.find(to).unwrap()]
        });
        assert!(page.contains(&hashed(script)) && page.contains(&hashed(style)), "the policy names both");
    }
}
