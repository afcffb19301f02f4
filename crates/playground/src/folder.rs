//! The folder of the playground: the page, the modules that replace the server, and a list of all files.

use crate::NotMade;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_128;

pub(crate) const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/page");
/// The files that the playground adds to the page, some of which replace files of the page.
pub(crate) const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../browser/page");
/// The folder of the examples.
const PLUGINS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plugins");
/// Rulesets to start from. `examples.js` lists them, too.
pub(crate) const EXAMPLES: [&str; 8] = [
    "subtraction.rhai",
    "wythoff.rhai",
    "kayles.rhai",
    "chomp.rhai",
    "cram.rhai",
    "domineering.rhai",
    "toads-frogs.rhai",
    "pursuit.rhai",
];

/// The service worker, which caches all other files.
const KEEPER: &str = "sw.js";
/// The HTTP headers, for hosts that read this file. No page fetches it.
const HEADERS: &str = "_headers";
/// A folder with this file is considered to be an earlier playground.
pub(crate) const MARK: &str = "engine_bg.wasm";

/// Modules that a worker loads, or that the page does not load at once.
const LATER: [&str; 4] = [KEEPER, "worker.js", "engine.js", "app.js"];

fn fault(path: &Path) -> impl FnOnce(std::io::Error) -> NotMade + '_ {
    move |error| NotMade::File { path: path.to_owned(), error }
}

pub(crate) fn text(path: &Path) -> Result<String, NotMade> {
    fs::read_to_string(path).map_err(fault(path))
}

pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), NotMade> {
    fs::write(path, bytes).map_err(fault(path))
}

/// Returns the regular files of a folder, sorted by path.
fn files(folder: &Path) -> Result<Vec<PathBuf>, NotMade> {
    let entries = fs::read_dir(folder).map_err(fault(folder))?;
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).filter(|path| path.is_file()).collect();
    files.sort_unstable();
    Ok(files)
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).unwrap_or_default()
}

/// Returns the size in bytes of all files together.
///
/// # Errors
/// Returns [`NotMade::File`].
pub(crate) fn bytes(folder: &Path) -> Result<u64, NotMade> {
    files(folder)?.iter().map(|path| path.metadata().map(|about| about.len()).map_err(fault(path))).sum()
}

/// Makes the folder, or removes the files of an earlier playground from it.
///
/// # Errors
/// Returns [`NotMade::Foreign`] if the folder contains files but was not made by this program, and [`NotMade::File`].
pub(crate) fn emptied(folder: &Path) -> Result<(), NotMade> {
    fs::create_dir_all(folder).map_err(fault(folder))?;
    let there = files(folder)?;
    if let Some(first) = there.first().filter(|_| !folder.join(MARK).exists()) {
        return Err(NotMade::Foreign { folder: folder.to_owned(), first: name(first).to_owned() });
    }
    there.iter().try_for_each(|path| fs::remove_file(path).map_err(fault(path)))
}

/// Puts everything except the engine into the folder, and returns the name of this version.
///
/// # Errors
/// Returns [`NotMade::File`], and [`NotMade::NoPlace`] if the page does not have the expected text.
pub(crate) fn filled(folder: &Path) -> Result<String, NotMade> {
    let mut all = files(Path::new(PAGE))?;
    all.extend(files(Path::new(OWN))?);
    all.extend(EXAMPLES.map(|name| Path::new(PLUGINS).join(name)));
    for path in all {
        fs::copy(&path, folder.join(name(&path))).map_err(fault(&path))?;
    }
    let own_style = folder.join("own.css");
    let style = format!("{}\n{}", text(&folder.join("style.css"))?, text(&own_style)?);
    write(&folder.join("style.css"), style)?;
    fs::remove_file(&own_style).map_err(fault(&own_style))?;

    let headers = text(&folder.join(HEADERS))?;
    let modules: Vec<PathBuf> = files(folder)?.into_iter().filter(|path| path.extension() == Some(OsStr::new("js"))).collect();
    let modules: Vec<&str> = modules.iter().map(|path| name(path)).filter(|name| !LATER.contains(name)).collect();
    let page = folder.join("index.html");
    write(&page, index(&text(&page)?, &policy(&headers)?, &modules)?)?;

    let kept = files(folder)?;
    let kept: Vec<&PathBuf> = kept.iter().filter(|path| ![KEEPER, HEADERS].contains(&name(path))).collect();
    let mut all = vec![];
    for path in &kept {
        all.extend(name(path).bytes());
        all.extend(fs::read(path).map_err(fault(path))?);
    }
    let version = format!("sprague-{:032x}", xxh3_128(&all));
    let list: Vec<String> =
        kept.iter().map(|path| name(path)).filter(|name| *name != "index.html").map(|name| format!("'./{name}'")).collect();
    let keeper = folder.join(KEEPER);
    write(&keeper, text(&keeper)?.replace("@VERSION@", &version).replace("'@FILES@'", &list.join(", ")))?;
    Ok(version)
}

/// Returns the content security policy in the headers, without the parts that a `meta` element cannot set.
fn policy(headers: &str) -> Result<String, NotMade> {
    let whole = headers.lines().find_map(|line| line.trim().strip_prefix("Content-Security-Policy: "));
    let whole = whole.ok_or(NotMade::NoPlace("policy"))?;
    // `frame-ancestors` works only as a header
    Ok(whole.split("; ").filter(|part| !part.starts_with("frame-ancestors")).collect::<Vec<_>>().join("; "))
}

/// Returns the page with links to the modules and the engine, which it loads at once, and with its content security policy.
fn index(page: &str, policy: &str, modules: &[&str]) -> Result<String, NotMade> {
    let place = "<link rel=\"icon\"";
    let at = page.find(place).ok_or(NotMade::NoPlace("link to its icon"))?;
    let modules: String = modules.iter().map(|name| format!("<link rel=\"modulepreload\" href=\"{name}\">\n")).collect();
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <link rel=\"preload\" as=\"fetch\" crossorigin href=\"{MARK}\">\n{modules}"
    );
    Ok(format!("{}{head}{}", &page[..at], &page[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_gives_itself_the_policy_of_the_headers() {
        let headers = text(&Path::new(OWN).join(HEADERS)).unwrap();
        let policy = policy(&headers).unwrap();
        for part in ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "require-trusted-types-for 'script'"] {
            assert!(policy.split("; ").any(|has| has == part), "{part}: {policy}");
        }
        assert!(
            !policy.contains("unsafe-inline") && !policy.contains("http") && !policy.contains('*') && !policy.contains("frame-")
        );
        let page = text(&Path::new(PAGE).join("index.html")).unwrap();
        let page = index(&page, &policy, &["link.js"]).unwrap();
        let place = |what: &str| page.find(what).unwrap_or_else(|| panic!("{what}: {page}"));
        // the policy does not apply to elements before it
        assert!(place("Content-Security-Policy") < place("<link") && place("Content-Security-Policy") < place("<script"));
        assert!(page.contains("modulepreload\" href=\"link.js\"") && !page.contains("=\"/"), "{page}");
    }

    #[test]
    fn the_page_offers_the_rulesets_that_the_folder_has() {
        let listed = text(&Path::new(OWN).join("examples.js")).unwrap();
        assert_eq!(listed.matches(".rhai'").count(), EXAMPLES.len());
        for name in EXAMPLES {
            assert!(listed.contains(&format!("'{name}'")) && Path::new(PLUGINS).join(name).exists(), "{name}");
        }
    }
}
