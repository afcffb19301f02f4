//! The exports of a plugin, as `INTERFACE.md` of `sprague-plugin` defines them for version 2.

use crate::{
    BadAt, Bounded, Canonical, Cells, Ending, Estimated, HeapOptions, HeapRules, Labels, Negative, Notation, Options, Parameters,
    PartizanHeapRules, Parts, Pictures, Player, Reader, Rules, Summands, Text, Words, Writer,
};
use core::cell::UnsafeCell;
use core::marker::PhantomData;

/// The maximum number of words of a position that the host writes.
const MAX_WORDS: usize = 512;

/// The largest number of bytes of a text.
const MAX_TEXT: usize = 8 * MAX_WORDS;

/// Marks heap rules, whose functions are called without a value of the rules.
#[doc(hidden)]
#[derive(Debug)]
pub struct Heaps<R>(pub PhantomData<R>);

/// The memory that the host writes to and reads from.
///
/// It is a separate static that starts with zeros, so that it takes no room in the plugin's file.
#[doc(hidden)]
#[derive(Debug)]
pub struct Buffers<const ROOM: usize> {
    input: UnsafeCell<[u64; MAX_WORDS]>,
    answer: UnsafeCell<[u64; ROOM]>,
    text: UnsafeCell<[u8; MAX_TEXT]>,
}

/// Rules with their buffers. The macro [`export!`](crate::export) defines the exports from it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Exported<R, const ROOM: usize> {
    rules: UnsafeCell<R>,
    buffers: &'static Buffers<ROOM>,
}

// SAFETY: the caller of `Exported::new` promises that calls do not overlap
#[expect(unsafe_code, reason = "a static that is written to")]
unsafe impl<R, const ROOM: usize> Sync for Exported<R, ROOM> {}

// SAFETY: the cells are reached only through `Exported`
#[expect(unsafe_code, reason = "a static that is written to")]
unsafe impl<const ROOM: usize> Sync for Buffers<ROOM> {}

/// Borrows the contents of a cell for one call.
#[expect(unsafe_code, clippy::mut_from_ref, reason = "a static that is written to")]
fn borrowed<T: ?Sized>(cell: &UnsafeCell<T>) -> &mut T {
    // SAFETY: the caller of `Exported::new` promises that calls do not overlap, and each call borrows a cell once
    unsafe { &mut *cell.get() }
}

/// Packs a pointer and a length into a result of the interface. Addresses in a module have 32 bits.
fn result<T>(answer: &[T]) -> i64 {
    (answer.as_ptr() as usize as i64) << 32 | answer.len() as i64
}

/// Returns the result of the interface for an error at byte `at`.
fn wrong(BadAt(at): BadAt) -> i64 {
    -1 - at as i64
}

impl<const ROOM: usize> Buffers<ROOM> {
    /// Returns buffers filled with zeros.
    #[expect(clippy::new_without_default, reason = "it is for a static")]
    pub const fn new() -> Self {
        Self { input: UnsafeCell::new([0; MAX_WORDS]), answer: UnsafeCell::new([0; ROOM]), text: UnsafeCell::new([0; MAX_TEXT]) }
    }
}

impl<R, const ROOM: usize> Exported<R, ROOM> {
    /// Combines rules with their own buffers.
    ///
    /// # Safety
    /// At most one method may run at a time, and nothing else may use these buffers. Both conditions are met in a module with
    /// one thread that calls none of its own exports.
    #[expect(unsafe_code, reason = "a static that is written to")]
    pub const unsafe fn new(rules: R, buffers: &'static Buffers<ROOM>) -> Self {
        Self { rules: UnsafeCell::new(rules), buffers }
    }

    /// Returns the lines of the description, as the export `about`.
    pub fn about(&self, about: &'static str) -> i64 {
        result(about.as_bytes())
    }

    /// Returns the address to which the host writes, as the export `input`.
    pub fn input(&self) -> i32 {
        self.buffers.input.get() as usize as i32
    }

    /// Calls `read` with the text of this length that the host has written at `input`.
    fn with_text<T>(&self, bytes: i32, read: impl FnOnce(&str) -> T) -> T {
        let mut room = [0; MAX_TEXT];
        let words = borrowed(&self.buffers.input).iter().map(|word| word.to_le_bytes());
        room.as_chunks_mut().0.iter_mut().zip(words).for_each(|(room, word)| *room = word);
        read(core::str::from_utf8(&room[..bytes as usize]).expect("the host writes UTF-8"))
    }

    /// Reads the position that the host has written at `input`.
    fn position<P: Words>(&self, words: i32) -> P {
        P::read(&mut Reader::new(&borrowed(&self.buffers.input)[..words as usize]))
    }
}

impl<R: HeapRules, const ROOM: usize> Exported<Heaps<R>, ROOM> {
    /// Returns the options of heap `n`, as the export `heap_options`.
    pub fn heap_options(&self, n: i64) -> i64 {
        let mut options = HeapOptions::new(borrowed(&self.buffers.answer));
        R::heap_options(n as u64, &mut options);
        result(options.written())
    }
}

impl<R: PartizanHeapRules, const ROOM: usize> Exported<Heaps<R>, ROOM> {
    /// Returns Left's options of heap `n`, as the export `left_options`.
    pub fn left_options(&self, n: i64) -> i64 {
        self.options_of(n, Player::Left)
    }

    /// Returns Right's options of heap `n`, as the export `right_options`.
    pub fn right_options(&self, n: i64) -> i64 {
        self.options_of(n, Player::Right)
    }

    fn options_of(&self, n: i64, player: Player) -> i64 {
        let mut options = HeapOptions::new(borrowed(&self.buffers.answer));
        R::heap_options(n as u64, player, &mut options);
        result(options.written())
    }
}

impl<R: Rules, const ROOM: usize> Exported<R, ROOM> {
    /// Returns the options of the position at `input`, as the export `options`.
    pub fn options(&self, words: i32, player: i32) -> i64 {
        let mut options = Options::new(borrowed(&self.buffers.answer));
        borrowed(&self.rules).options(self.position(words), one_of(player), &mut options);
        result(options.written())
    }

    /// Parses the text at `input` as a position, as the export `parse`.
    pub fn parse(&self, bytes: i32) -> i64
    where
        R: Notation,
    {
        match self.with_text(bytes, |text| borrowed(&self.rules).parse(text)) {
            Err(at) => wrong(at),
            Ok(position) => self.answered(&position),
        }
    }

    /// Writes a position to the answer buffer and returns it as a result.
    fn answered(&self, position: &R::Position) -> i64 {
        let mut writer = Writer::new(borrowed(&self.buffers.answer));
        position.write(&mut writer);
        result(writer.written())
    }

    /// Returns the summands of the position at `input`, as the export `summands`.
    pub fn summands(&self, words: i32) -> i64
    where
        R: Summands,
    {
        let mut parts = Parts::new(borrowed(&self.buffers.answer));
        borrowed(&self.rules).summands(self.position(words), &mut parts);
        result(parts.written())
    }

    /// Returns the neighbours of a cell, as the export `neighbours`.
    pub fn neighbours(&self, cell: i32) -> i64
    where
        R: Cells,
    {
        borrowed(&self.rules).neighbours(cell as usize).map_or(-1, |set| self.answered(&set))
    }

    /// Returns the position that represents the one at `input`, as the export `canonical`.
    pub fn canonical(&self, words: i32) -> i64
    where
        R: Canonical,
    {
        self.answered(&borrowed(&self.rules).canonical(self.position(words)))
    }

    /// Returns the negative of the position at `input`, as the export `negative`.
    pub fn negative(&self, words: i32) -> i64
    where
        R: Negative,
    {
        borrowed(&self.rules).negative(self.position(words)).map_or(-1, |negative| self.answered(&negative))
    }

    /// Returns numbers that bound the value of the position at `input`, as the export `bounds`.
    pub fn bounds(&self, words: i32) -> i64
    where
        R: Bounded,
    {
        // the smallest number, for `None`, claims nothing
        let bounds = borrowed(&self.rules).bounds(self.position(words)).map(|number| number.unwrap_or(i64::MIN) as u64);
        let mut writer = Writer::new(borrowed(&self.buffers.answer));
        bounds.write(&mut writer);
        result(writer.written())
    }

    /// Returns an estimate of Left's lead in the position at `input`, as the export `estimate`.
    pub fn estimate(&self, words: i32) -> i64
    where
        R: Estimated,
    {
        borrowed(&self.rules).estimate(self.position(words))
    }

    /// Returns the text of the position at `input`, as the export `show`.
    pub fn show(&self, words: i32) -> i64
    where
        R: Notation,
    {
        let mut text = Text::new(borrowed(&self.buffers.text));
        borrowed(&self.rules).show(self.position(words), &mut text);
        result(text.written())
    }

    /// Returns the picture of the position at `input`, as the export `picture`.
    pub fn picture(&self, words: i32) -> i64
    where
        R: Pictures,
    {
        let mut text = Text::new(borrowed(&self.buffers.text));
        borrowed(&self.rules).picture(self.position(words), &mut text);
        result(text.written())
    }

    /// Returns the name of one move from the position at `input`, as the export `label`.
    pub fn label(&self, words: i32, player: i32, index: i32) -> i64
    where
        R: Labels,
    {
        let mut text = Text::new(borrowed(&self.buffers.text));
        borrowed(&self.rules).label(self.position(words), one_of(player), index as usize, &mut text);
        result(text.written())
    }

    /// Returns the result of the position at `input`, as the export `terminal_outcome`.
    pub fn terminal_outcome(&self, words: i32) -> i32
    where
        R: Ending,
    {
        borrowed(&self.rules).terminal_outcome(self.position(words)) as i32
    }

    /// Sets the parameters, which are the text at `input`, as the export `configure`.
    pub fn configure(&self, bytes: i32) -> i32
    where
        R: Parameters,
    {
        if bytes == 0 {
            return 0;
        }
        match self.with_text(bytes, R::configure) {
            Err(BadAt(at)) => 1 + at as i32,
            Ok(rules) => {
                *borrowed(&self.rules) = rules;
                0
            }
        }
    }
}

fn one_of(player: i32) -> Player {
    if player == 0 { Player::Left } else { Player::Right }
}

/// Defines the exports of a ruleset. Use it once in a crate.
///
/// It takes the type, followed by the traits other than [`Rules`] that the type implements: `export!(Nim)`, `export!(Wythoff:
/// Notation)`, `export!(Race: Notation, Labels, Ending, Parameters)`. Heap rules are exported alone: `export!(Kayles:
/// HeapRules)` or `export!(Taking: PartizanHeapRules)`.
///
/// Functions are exported only for the target `wasm32`, where a panic becomes a trap. For other targets they are only compiled,
/// so that you can test your rules on your own machine.
#[macro_export]
macro_rules! export {
    (@static $rules:ty, $value:expr, $room:expr, $about:expr) => {
        static BUFFERS: $crate::Buffers<{ $room }> = $crate::Buffers::new();
        // SAFETY: the module has one thread; its exports have no name, so they do not call each other, and nothing else uses
        // the buffers
        #[allow(unsafe_code)]
        static EXPORTED: $crate::Exported<$rules, { $room }> = unsafe { $crate::Exported::new($value, &BUFFERS) };

        #[allow(unsafe_code)]
        #[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
        extern "C" fn sprague_version() -> i32 {
            2
        }
        #[allow(unsafe_code)]
        #[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
        extern "C" fn about() -> i64 {
            EXPORTED.about($about)
        }

        #[cfg(target_arch = "wasm32")]
        #[panic_handler]
        fn panicked(_: &::core::panic::PanicInfo<'_>) -> ! {
            ::core::arch::wasm32::unreachable()
        }
    };
    (@function $name:ident($($argument:ident: $type:ty),*) -> $result:ty) => {
        #[allow(unsafe_code)]
        #[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
        extern "C" fn $name($($argument: $type),*) -> $result {
            EXPORTED.$name($($argument),*)
        }
    };
    (@more Notation) => {
        $crate::export!(@function parse(bytes: i32) -> i64);
        $crate::export!(@function show(words: i32) -> i64);
    };
    (@more Labels) => {
        $crate::export!(@function label(words: i32, player: i32, index: i32) -> i64);
    };
    (@more Ending) => {
        $crate::export!(@function terminal_outcome(words: i32) -> i32);
    };
    (@more Summands) => {
        $crate::export!(@function summands(words: i32) -> i64);
    };
    (@more Cells) => {
        $crate::export!(@function neighbours(cell: i32) -> i64);
    };
    (@more Canonical) => {
        $crate::export!(@function canonical(words: i32) -> i64);
    };
    (@more Negative) => {
        $crate::export!(@function negative(words: i32) -> i64);
    };
    (@more Bounded) => {
        $crate::export!(@function bounds(words: i32) -> i64);
    };
    (@more Estimated) => {
        $crate::export!(@function estimate(words: i32) -> i64);
    };
    (@more Pictures) => {
        $crate::export!(@function picture(words: i32) -> i64);
    };
    (@more Parameters) => {
        $crate::export!(@function configure(bytes: i32) -> i32);
    };
    (@heaps $rules:ty, $kind:ident) => {
        $crate::export!(
            @static $crate::Heaps<$rules>,
            $crate::Heaps(::core::marker::PhantomData),
            <$rules as $crate::$kind>::ROOM,
            <$rules as $crate::$kind>::ABOUT
        );
    };
    ($rules:ty: HeapRules) => {
        #[allow(dead_code)]
        const _: () = {
            $crate::export!(@heaps $rules, HeapRules);
            $crate::export!(@function heap_options(n: i64) -> i64);
        };
    };
    ($rules:ty: PartizanHeapRules) => {
        #[allow(dead_code)]
        const _: () = {
            $crate::export!(@heaps $rules, PartizanHeapRules);
            $crate::export!(@function left_options(n: i64) -> i64);
            $crate::export!(@function right_options(n: i64) -> i64);
        };
    };
    ($rules:ty $(: $($more:ident),+)?) => {
        #[allow(dead_code)]
        const _: () = {
            $crate::export!(
                @static $rules,
                <$rules as $crate::Rules>::START,
                <$rules as $crate::Rules>::ROOM,
                <$rules as $crate::Rules>::ABOUT
            );
            $crate::export!(@function input() -> i32);
            $crate::export!(@function options(words: i32, player: i32) -> i64);
            $($($crate::export!(@more $more);)+)?
        };
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::fmt::Write;

    /// Two numbers. Left takes from the first and Right from the second. Options contain a 7, so that they can be recognised.
    struct Two(u64);

    impl Rules for Two {
        type Position = (u64, u64);
        const ABOUT: &'static str = "name: two";
        const START: Self = Two(1);
        const ROOM: usize = 12;
        fn options(&self, (one, other): (u64, u64), player: Player, options: &mut Options<'_, (u64, u64)>) {
            let most = if player == Player::Left { one } else { other };
            (1..=most.min(self.0)).for_each(|taken| options.push((most - taken, 7)));
        }
    }
    impl Notation for Two {
        fn parse(&self, text: &str) -> Result<(u64, u64), BadAt> {
            let mut scan = crate::Scan::new(text);
            Ok((scan.number()?, scan.literal(".").and_then(|()| scan.number())?))
        }
        fn show(&self, (one, other): (u64, u64), text: &mut Text<'_>) {
            write!(text, "{one}.{other}").unwrap();
        }
    }
    impl Parameters for Two {
        fn configure(text: &str) -> Result<Self, BadAt> {
            crate::Scan::new(text).number().map(Two)
        }
    }
    impl Pictures for Two {
        fn picture(&self, (one, other): (u64, u64), text: &mut Text<'_>) {
            write!(text, "heaps\n{one} {other}").unwrap();
        }
    }
    export!(Two: Notation, Parameters, Pictures);

    #[expect(unsafe_code, reason = "as the macro does")]
    fn exported() -> Exported<Two, 12> {
        unsafe { Exported::new(Two::START, Box::leak(Box::new(Buffers::new()))) }
    }

    fn write(exported: &Exported<Two, 12>, text: &str) -> i32 {
        let mut bytes = [0; MAX_TEXT];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        let words = borrowed(&exported.buffers.input).iter_mut().zip(bytes.as_chunks().0);
        words.for_each(|(word, bytes)| *word = u64::from_le_bytes(*bytes));
        text.len() as i32
    }

    #[test]
    fn parameters_positions_and_options_pass_through_the_buffers() {
        let exported = exported();
        assert_eq!(exported.configure(write(&exported, "x2")), 1);
        assert_eq!(exported.configure(0), 0);
        assert_eq!(exported.configure(write(&exported, "3")), 0);
        assert_eq!(exported.parse(write(&exported, "2,3")), -2);
        assert_eq!(exported.parse(write(&exported, "2.300000000")) & 0xffff, 2);
        assert_eq!(borrowed(&exported.buffers.answer)[..2], [2, 300_000_000]);
        borrowed(&exported.buffers.input)[..2].copy_from_slice(&[2, 9]);
        assert_eq!(exported.show(2) & 0xffff, 3);
        assert_eq!(&borrowed(&exported.buffers.text)[..3], b"2.9");
        assert_eq!(exported.picture(2) & 0xffff, 9);
        assert_eq!(&borrowed(&exported.buffers.text)[..9], b"heaps\n2 9");
        assert_eq!(exported.options(2, 0) & 0xffff, 8);
        assert_eq!(borrowed(&exported.buffers.answer)[..8], [1, 2, 1, 7, 1, 2, 0, 7]);
        assert_eq!(exported.options(2, 1) & 0xffff, 12);
    }

    #[test]
    #[should_panic]
    fn an_answer_that_does_not_fit_traps() {
        let exported = exported();
        exported.configure(write(&exported, "4"));
        borrowed(&exported.buffers.input)[..2].copy_from_slice(&[9, 9]);
        exported.options(2, 0);
    }
}
