//! Writes files whole or not at all.
//!
//! At any moment a file has either its old content or all of the new content. New content is written to a temporary file in the
//! same folder and is on the disk before that file gets the name. On Linux the temporary file has no name, so a killed process
//! leaves nothing behind. To replace an existing file it first gets the name `.sprague-….new`, and only a process killed right
//! then leaves that file behind.

use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A file that gets its name only after it has been written.
///
/// ```
/// use sprague_questions::whole_file::WholeFile;
/// use std::io::Write;
///
/// let path = std::env::temp_dir().join(format!("sprague-whole-file-{}", std::process::id()));
/// std::fs::write(&path, "what was there")?;
/// let new = WholeFile::create(&path)?;
/// new.file().write_all(b"what is new")?;
/// assert_eq!(std::fs::read_to_string(&path)?, "what was there");
/// new.commit()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "what is new");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct WholeFile {
    target: PathBuf,
    new: New,
}

/// The place of the new content before the file gets its name.
#[derive(Debug)]
enum New {
    #[cfg(target_os = "linux")]
    Unnamed(File),
    Named(NamedTempFile),
    /// In the target itself: a device, a pipe, or a file in a read-only folder.
    InPlace(File),
}

impl WholeFile {
    /// Starts a file that will get this name, with the permissions of the old file. A symbolic link remains a link.
    ///
    /// Devices and pipes are written directly, and so is an existing file if its folder is read-only.
    ///
    /// # Errors
    /// Errors of the operating system, for example if the folder does not exist or a permission is missing.
    pub fn create(path: &Path) -> io::Result<Self> {
        // writing to a dangling link creates its target
        if path.metadata().map_or(!path.is_symlink(), |old| old.is_file()) {
            match Self::beside(path) {
                Err(error) if error.kind() == ErrorKind::PermissionDenied && path.exists() => {}
                new => return new,
            }
        }
        Ok(Self { target: path.to_owned(), new: New::InPlace(File::create(path)?) })
    }

    /// Starts a file like [`create`](Self::create), but only for plain files, and never in place.
    ///
    /// # Errors
    /// Errors of the operating system, also if the folder is read-only.
    pub(crate) fn beside(path: &Path) -> io::Result<Self> {
        let target = match fs::canonicalize(path) {
            Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => path.to_owned(),
            target => target?,
        };
        let old = fs::metadata(&target).ok();
        if old.is_some() {
            // check that the old file may be written, because replacing it does not need that permission
            File::options().write(true).open(&target)?;
        }
        let new = New::beside(&target)?;
        if let Some(old) = old {
            new.file().set_permissions(old.permissions())?;
        }
        Ok(Self { target, new })
    }

    /// Returns the open file, to which the new content must be written.
    pub fn file(&self) -> &File {
        self.new.file()
    }

    /// Gives the file its name, once its content is on the disk.
    ///
    /// # Errors
    /// Errors of the operating system. The name then still has the old content.
    pub fn commit(self) -> io::Result<()> {
        self.named(true)
    }

    /// Gives the file its name, unless a file with this name exists.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::AlreadyExists`] if the name exists.
    pub(crate) fn commit_new(self) -> io::Result<()> {
        self.named(false)
    }

    fn named(self, replaces: bool) -> io::Result<()> {
        let Self { target, new } = self;
        match new {
            New::InPlace(file) => {
                // devices cannot be synchronised
                return if file.metadata()?.is_file() { file.sync_all() } else { Ok(()) };
            }
            New::Named(file) => {
                file.as_file().sync_all()?;
                let named = if replaces { file.persist(&target) } else { file.persist_noclobber(&target) };
                named.map_err(|error| error.error)?;
            }
            #[cfg(target_os = "linux")]
            New::Unnamed(file) => {
                file.sync_all()?;
                match unnamed::name(&file, &target) {
                    // linking cannot replace an existing name, so the file gets a temporary name first and is then renamed
                    Err(_) if replaces => {
                        let named = names().make_in(folder(&target), |path| unnamed::name(&file, path))?;
                        named.persist(&target).map_err(|error| error.error)?;
                    }
                    named => named?,
                }
            }
        }
        // make the name survive a power cut, too; errors are ignored, because not every system can do this
        let _ = File::open(folder(&target)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// Writes a file, or leaves the old file unchanged if that fails.
///
/// ```
/// let missing = std::path::Path::new("/no/such/folder/file");
/// assert!(sprague_questions::whole_file::write(missing, b"text").is_err());
/// ```
///
/// # Errors
/// Errors of the operating system, for example if the folder does not exist, a permission is missing, or the disk is full.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let new = WholeFile::create(path)?;
    new.file().write_all(content)?;
    new.commit()
}

/// Writes an object as one line of JSON. The text is never in memory as a whole.
///
/// # Errors
/// See [`write`](fn@write).
pub fn write_json(path: &Path, object: &impl Serialize) -> io::Result<()> {
    let new = WholeFile::create(path)?;
    let mut out = BufWriter::new(new.file());
    serde_json::to_writer(&mut out, object)?;
    out.write_all(b"\n")?;
    out.flush()?;
    drop(out);
    new.commit()
}

impl New {
    /// Creates a temporary file in the folder of the target.
    fn beside(target: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Ok(file) = unnamed::file_in(folder(target))
            && unnamed::can_be_named()
        {
            return Ok(Self::Unnamed(file));
        }
        names().tempfile_in(folder(target)).map(Self::Named)
    }

    fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file,
            Self::Named(file) => file.as_file(),
            Self::InPlace(file) => file,
        }
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn names() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".sprague-").suffix(".new");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // minus the umask of the user
    builder
}

/// Files without a name, as Linux has them.
#[cfg(target_os = "linux")]
mod unnamed {
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, openat};
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::Path;

    pub(super) fn file_in(folder: &Path) -> io::Result<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        Ok(openat(CWD, folder, flags, Mode::from_raw_mode(0o666))?.into())
    }

    /// The directory of open files of this process, which is missing in some containers.
    const OPEN: &str = "/proc/self/fd";

    pub(super) fn can_be_named() -> bool {
        Path::new(OPEN).exists()
    }

    /// Links the file to a name that must not exist yet.
    pub(super) fn name(file: &File, path: &Path) -> io::Result<()> {
        let descriptor = format!("{OPEN}/{}", file.as_raw_fd());
        Ok(linkat(CWD, descriptor, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn scratch() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn files_in(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn files_are_replaced_and_nothing_else_is_left() {
        let folder = scratch();
        let path = folder.path().join("file");
        for content in ["", "first", "second and longer", "3"] {
            write(&path, content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
            assert_eq!(files_in(folder.path()), ["file"]);
        }
    }

    #[test]
    fn what_is_not_committed_was_never_there() {
        let folder = scratch();
        let path = folder.path().join("file");
        write(&path, b"old").unwrap();
        for path in [&path, &folder.path().join("other")] {
            let new = WholeFile::create(path).unwrap();
            new.file().write_all(b"half").unwrap();
            #[cfg(target_os = "linux")]
            assert_eq!(files_in(folder.path()), ["file"], "it has no name meanwhile");
            drop(new);
        }
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), files_in(folder.path())), ("old", vec!["file".to_owned()]));
    }

    #[test]
    fn files_with_a_name_of_their_own_are_gone_after_a_failure_too() {
        let folder = scratch();
        let path = folder.path().join("file");
        let named = || WholeFile { target: path.clone(), new: New::Named(names().tempfile_in(folder.path()).unwrap()) };
        drop(named());
        assert_eq!(files_in(folder.path()), [""; 0]);
        named().commit().unwrap();
        assert_eq!(files_in(folder.path()), ["file"]);
    }

    #[test]
    fn a_name_that_is_no_longer_free_is_not_taken_over() {
        let folder = scratch();
        let path = folder.path().join("file");
        let beside = || WholeFile::beside(&path).unwrap();
        let named = || WholeFile { target: path.clone(), new: New::Named(names().tempfile_in(folder.path()).unwrap()) };
        for new in [&beside as &dyn Fn() -> WholeFile, &named] {
            let late = new();
            new().commit_new().unwrap();
            fs::write(&path, "mine").unwrap();
            assert_eq!(late.commit_new().unwrap_err().kind(), ErrorKind::AlreadyExists);
            assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
            assert_eq!(files_in(folder.path()), ["file"]);
            fs::remove_file(&path).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_and_folders_are_no_files() {
        use std::os::unix::fs::PermissionsExt;
        let folder = scratch();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        fs::write(&path, "usual").unwrap();
        write(&folder.path().join("new"), b"x").unwrap();
        assert_eq!(mode(&folder.path().join("new")), mode(&path), "a new file is like any other");
        fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        write(&link, b"through the link").unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), mode(&path)), ("through the link", 0o640));
        std::os::unix::fs::symlink("later", folder.path().join("ahead")).unwrap();
        write(&folder.path().join("ahead"), b"made").unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("later")).unwrap(), "made");
        assert!(write(folder.path(), b"").is_err());
        assert!(write(&path.join("below"), b"").is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_written_as_they_are() {
        write(Path::new("/dev/null"), b"text").unwrap();
        assert!(write(Path::new("/dev/full"), b"text").is_err());
        assert!(!fs::metadata("/dev/full").unwrap().is_file());
        let mut text = String::new();
        let file = scratch();
        write(&file.path().join("a"), b"text").unwrap();
        File::open(file.path().join("a")).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "text");
    }
}
