//! Tests of values, judged by the definition of order and by the laws of the field.

mod arithmetic;
mod days;
mod false_laws;
mod judge;
mod known_values;
mod laws;
mod limits;
mod loopy;
mod methods;
mod reading;
mod rows;
mod threads;
