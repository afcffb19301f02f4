//! Puts similar functions of a module next to each other, so that it compresses better.

use std::convert::Infallible;
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, CustomSectionReader, FunctionSectionReader, KnownCustom, Name, Parser, Payload, TypeRef};

/// Sorts the functions of a module by their names, small ones by their code, and drops the names.
///
/// Instances of one generic function have one name and nearly the same code. Compression for the web (`gzip`) looks back 32 kB,
/// so it finds such repetition only if they are close to each other: this makes the engine a tenth smaller.
///
/// # Errors
/// Returns the error of the parser if `module` is no WebAssembly module.
pub(crate) fn ordered(module: &[u8]) -> Result<Vec<u8>, Error<Infallible>> {
    let mut order = Order::of(module)?;
    let mut sorted = Module::new();
    order.parse_core_module(&mut sorted, Parser::new(0), module)?;
    Ok(sorted.finish())
}

/// The number of bytes from which functions are sorted by name.
const SMALL: usize = 128;

/// Returns the name without the `::h` and the 16 digits that the compiler adds.
fn without_hash(name: &str) -> &str {
    name.rsplit_once("::h").filter(|(_, hash)| hash.len() == 16).map_or(name, |(name, _)| name)
}

/// A new order of the functions that are not imported.
struct Order {
    imported: u32,
    /// The functions in their new order, by their old index without the imported ones.
    from: Vec<u32>,
    /// The new index of each function.
    to: Vec<u32>,
}

impl Order {
    fn of(module: &[u8]) -> Result<Self, Error<Infallible>> {
        let (mut imported, mut names, mut bodies) = (0, vec![], vec![]);
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::FunctionSection(functions) => names = vec![""; functions.count() as usize],
                Payload::CodeSectionEntry(body) => bodies.push(&module[body.range()]),
                Payload::CustomSection(section) => {
                    let KnownCustom::Name(subsections) = section.as_known() else { continue };
                    for subsection in subsections {
                        let Name::Function(map) = subsection? else { continue };
                        for naming in map {
                            let naming = naming?;
                            let own = naming.index.checked_sub(imported).and_then(|own| names.get_mut(own as usize));
                            own.into_iter().for_each(|name| *name = without_hash(naming.name));
                        }
                    }
                }
                _ => {}
            }
        }
        let mut from: Vec<u32> = (0..names.len() as u32).collect();
        from.sort_by_key(|&own| {
            let (name, body) = (names[own as usize], bodies[own as usize]);
            if body.len() < SMALL { (false, "", 0, body) } else { (true, name, body.len(), body) }
        });
        let mut to = vec![0; from.len()];
        for (new, &own) in (imported..).zip(&from) {
            to[own as usize] = new;
        }
        Ok(Self { imported, from, to })
    }
}

impl Reencode for Order {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error> {
        Ok(index.checked_sub(self.imported).map_or(index, |own| self.to[own as usize]))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for &own in &self.from {
            functions.function(types[own as usize]);
        }
        Ok(())
    }

    fn parse_code_section(&mut self, code: &mut CodeSection, section: CodeSectionReader<'_>) -> Result<(), Error> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for own in self.from.clone() {
            self.parse_function_body(code, bodies[own as usize].clone())?;
        }
        Ok(())
    }

    fn parse_custom_section(&mut self, module: &mut Module, section: CustomSectionReader<'_>) -> Result<(), Error> {
        match section.as_known() {
            KnownCustom::Name(_) => Ok(()),
            _ => utils::parse_custom_section(self, module, section),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{EntityType, ExportKind, ExportSection, Function, ImportSection, NameMap, NameSection, TypeSection};

    /// Returns a module that imports a function and has functions of two types. Each calls one of the others, and then has
    /// `nothing` instructions without effect.
    fn module(names: [&str; 2], calls: [u32; 2], types: [u32; 2], exported: u32, nothing: usize) -> Vec<u8> {
        let (mut all, mut imports, mut functions, mut exports, mut code) =
            (TypeSection::new(), ImportSection::new(), FunctionSection::new(), ExportSection::new(), CodeSection::new());
        all.ty().function([], []);
        all.ty().function([wasm_encoder::ValType::I32], []);
        imports.import("page", "panicked", EntityType::Function(0));
        exports.export("ask", ExportKind::Func, exported);
        let mut names_of = NameMap::new();
        names_of.append(0, "z");
        for (index, name) in (1..).zip(names) {
            functions.function(types[index as usize - 1]);
            let mut body = Function::new([]);
            body.instructions().call(calls[index as usize - 1]);
            for _ in 0..nothing {
                body.instructions().nop();
            }
            body.instructions().end();
            code.function(&body);
            names_of.append(index, name);
        }
        let mut module = Module::new();
        module.section(&all).section(&imports).section(&functions).section(&exports).section(&code);
        if names != [""; 2] {
            let mut section = NameSection::new();
            section.functions(&names_of);
            module.section(&section);
        }
        module.finish()
    }

    #[test]
    fn functions_are_sorted_by_name_and_called_by_their_new_index() {
        let named = module(["b", "a"], [0, 1], [0, 1], 1, SMALL);
        let sorted = module(["", ""], [2, 0], [1, 0], 2, SMALL);
        assert_eq!(ordered(&named).unwrap(), sorted);
        // `a` calls a function with a greater number than `b` does
        let small = ordered(&module(["b", "a"], [0, 1], [0, 1], 1, 0)).unwrap();
        assert_eq!(small, module(["", ""], [0, 1], [0, 1], 1, 0), "small functions are sorted by their code");
        assert!(ordered(b"no module").is_err());
    }
}
