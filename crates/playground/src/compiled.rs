//! The engine compiled to WebAssembly, with JavaScript bindings.

use crate::NotMade;
use crate::order::ordered;
use std::path::{Path, PathBuf};
use std::process::Command;
use wasm_bindgen_cli_support::Bindgen;

/// The compiler's target for a page.
const TARGET: &str = "wasm32-unknown-unknown";

/// Flags of the compiler.
///
/// The stack is placed first in memory, so that a stack overflow is an error instead of a wrong answer. Every browser has had
/// SIMD since 2023.
const FLAGS: &str = "-C link-arg=-zstack-size=8388608 -C target-feature=+simd128";

/// Compiles the engine with a profile of the workspace, and returns the path of the module.
///
/// # Errors
/// Returns [`NotMade::NoTarget`] or [`NotMade::NotCompiled`]. The messages of the compiler have been printed.
pub(crate) fn engine(profile: &str) -> Result<PathBuf, NotMade> {
    if !has_target() {
        return Err(NotMade::NoTarget);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .arg("--config")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("profile.toml"))
        .args(["rustc", "--locked", "--package", "sprague-browser", "--lib", "--crate-type", "cdylib", "--target", TARGET])
        .args(["--features", "modules"])
        .args(["--profile", profile, "--target-dir"])
        .arg(&target)
        .current_dir(root)
        // flags for this machine do not fit the target
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS)
        .status()
        .map_err(|error| NotMade::NotCompiled(error.to_string()))?;
    if !status.success() {
        return Err(NotMade::NotCompiled(status.to_string()));
    }
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(target.join(TARGET).join(folder).join("sprague_browser.wasm"))
}

/// Returns whether the compiler has the libraries of the target.
fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    told.is_ok_and(|told| told.status.success() && Path::new(String::from_utf8_lossy(&told.stdout).trim()).exists())
}

/// Writes `engine.js` and `engine_bg.wasm`, whose functions are in an [order](ordered) that compresses well.
///
/// `wasm-opt` is not used, because it makes the download only half a per cent smaller, and its version 108 breaks the module.
///
/// # Errors
/// Returns [`NotMade::NotBound`] if the bindings cannot be made, and [`NotMade::File`] if a file cannot be written.
pub(crate) fn bound(engine: &Path, folder: &Path) -> Result<(), NotMade> {
    let bind = || {
        let mut bindings = Bindgen::new();
        bindings.input_path(engine).typescript(false).out_name("engine").web(true)?;
        bindings.remove_producers_section(true).generate(folder)
    };
    bind().map_err(|error| NotMade::NotBound(format!("{error:#}")))?;
    let path = folder.join("engine_bg.wasm");
    let failed = |error| NotMade::File { path: path.clone(), error };
    let module = std::fs::read(&path).map_err(failed)?;
    let module = ordered(&module).map_err(|error| NotMade::NotBound(error.to_string()))?;
    std::fs::write(&path, module).map_err(failed)
}
