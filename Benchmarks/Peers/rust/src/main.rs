//! The grid's driver for the Rust crate `plist`: `document` and `write` with its `Value`, and `decode`, `encode` and
//! `values` with Serde. `Benchmarks/Peers/README.md` describes the command line and the object that is printed.

mod models;

use models::{Bytes, DeepNode, Info, Numbers, Record};
use plist::Value;
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::collections::HashMap;
use std::io::Cursor;
use std::time::Instant;

/// The stack of the thread that does the work. `plist` recurses into nested values.
const STACK_SIZE: usize = 256 << 20;

/// The command line, and the contents of its file.
struct Request {
    operation: String,
    path: String,
    /// The file's name without its extension and its size: `records` for `records-10mb.xml`.
    model: String,
    extension: String,
    repeats: usize,
    calls: usize,
    input: Vec<u8>,
}

/// What the driver prints.
#[derive(Default)]
struct Report {
    milliseconds: Vec<f64>,
    release_milliseconds: Vec<f64>,
    checksum: usize,
    bytes: usize,
    peak_bytes: usize,
}

impl Request {
    fn from_command_line() -> Result<Request, String> {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let [operation, path, repeats, calls] = arguments.as_slice() else {
            return Err(format!("expected OPERATION FILE REPEATS CALLS, found {} arguments", arguments.len()));
        };
        let input = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        let file_name = path.rsplit('/').next().unwrap_or(path);
        let (name, extension) = file_name.rsplit_once('.').unwrap_or((file_name, ""));
        let model = name.split('-').next().unwrap_or(name);
        Ok(Request {
            operation: operation.clone(),
            path: path.clone(),
            model: model.to_string(),
            extension: extension.to_string(),
            repeats: positive_count(repeats, "REPEATS")?,
            calls: positive_count(calls, "CALLS")?,
            input,
        })
    }

    fn unsupported(&self) -> String {
        format!("the operation \"{}\" is not supported for .{}", self.operation, self.extension)
    }

    fn is_binary(&self) -> bool {
        self.extension == "bin"
    }

    fn has_typed_format(&self) -> bool {
        self.extension == "xml" || self.extension == "bin"
    }

    #[cfg(feature = "ascii")]
    fn is_ascii(&self) -> bool {
        self.extension == "openstep" || self.extension == "pbxproj"
    }

    fn read_value(&self) -> Result<Value, String> {
        #[cfg(feature = "ascii")]
        if self.is_ascii() {
            let value = Value::from_reader_ascii(Cursor::new(&self.input));
            return value.map_err(|error| format!("{}: {error}", self.path));
        }
        if !self.has_typed_format() {
            return Err(self.unsupported());
        }
        Value::from_reader(Cursor::new(&self.input)).map_err(|error| format!("{}: {error}", self.path))
    }

    fn write_value(&self, value: &Value) -> Result<Vec<u8>, String> {
        let mut output = Vec::new();
        let result = if self.is_binary() {
            value.to_writer_binary(&mut output)
        } else {
            value.to_writer_xml(&mut output)
        };
        result.map_err(|error| error.to_string())?;
        Ok(output)
    }

    fn decode<Model: DeserializeOwned>(&self) -> Result<Model, String> {
        plist::from_bytes(&self.input).map_err(|error| format!("{}: {error}", self.path))
    }

    fn encode<Model: Serialize>(&self, model: &Model) -> Result<Vec<u8>, String> {
        let mut output = Vec::new();
        let result = if self.is_binary() {
            plist::to_writer_binary(&mut output, model)
        } else {
            plist::to_writer_xml(&mut output, model)
        };
        result.map_err(|error| error.to_string())?;
        Ok(output)
    }

    /// Makes the calls and times them. The checksum is computed after the peak memory is read, and outside of all timings.
    fn measure<Output>(
        &self,
        call: impl Fn() -> Result<Output, String>,
        checksum: impl Fn(&Output) -> Result<usize, String>,
    ) -> Result<Report, String> {
        let mut report = Report { bytes: self.input.len(), ..Report::default() };
        for repeat in 0..self.repeats {
            let start = Instant::now();
            if self.calls > 1 {
                for _ in 0..self.calls {
                    drop(call()?);
                }
                report.milliseconds.push(milliseconds_since(start) / self.calls as f64);
                report.release_milliseconds.push(0.0);
                continue;
            }
            let output = call()?;
            report.milliseconds.push(milliseconds_since(start));
            if repeat == self.repeats - 1 {
                report.peak_bytes = peak_bytes()?;
                report.checksum = checksum(&output)?;
            }
            let release_start = Instant::now();
            drop(output);
            report.release_milliseconds.push(milliseconds_since(release_start));
        }
        if self.calls > 1 {
            report.peak_bytes = peak_bytes()?;
            report.checksum = checksum(&call()?)?;
        }
        Ok(report)
    }

    fn measure_writing(&self, call: impl Fn() -> Result<Vec<u8>, String>) -> Result<Report, String> {
        let mut report = self.measure(call, |output| Ok(output.len()))?;
        report.bytes = report.checksum;
        Ok(report)
    }

    fn run_generic(&self) -> Result<Report, String> {
        if self.operation == "document" {
            return self.measure(|| self.read_value(), |value| Ok(walk(value)));
        }
        if !self.has_typed_format() {
            return Err(self.unsupported());
        }
        let value = self.read_value()?;
        self.measure_writing(|| self.write_value(&value))
    }

    fn run_typed<Model: Serialize + DeserializeOwned>(&self) -> Result<Report, String> {
        match self.operation.as_str() {
            "decode" => self.measure(|| self.decode::<Model>(), typed_checksum),
            "encode" => {
                let model: Model = self.decode()?;
                self.measure_writing(|| self.encode(&model))
            }
            _ => {
                let model: Model = self.decode()?;
                let peak_bytes = peak_bytes()?;
                Ok(Report {
                    milliseconds: vec![0.0; self.repeats],
                    release_milliseconds: vec![0.0; self.repeats],
                    checksum: typed_checksum(&model)?,
                    bytes: self.input.len(),
                    peak_bytes,
                })
            }
        }
    }

    fn run(&self) -> Result<Report, String> {
        match self.operation.as_str() {
            "document" | "write" => return self.run_generic(),
            "decode" | "encode" | "values" if self.has_typed_format() => {}
            _ => return Err(self.unsupported()),
        }
        match self.model.as_str() {
            "records" => self.run_typed::<Vec<Record>>(),
            "strings" => self.run_typed::<HashMap<String, String>>(),
            "numbers" => self.run_typed::<Numbers>(),
            "blobs" => self.run_typed::<HashMap<String, Bytes>>(),
            "small" => self.run_typed::<Info>(),
            "deep" => self.run_typed::<DeepNode>(),
            model => Err(format!("no typed model for the document \"{model}\"")),
        }
    }
}

fn positive_count(text: &str, name: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if count > 0 => Ok(count),
        _ => Err(format!("expected a positive number for {name}, found \"{text}\"")),
    }
}

fn milliseconds_since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// Returns the most memory that the process has had resident so far.
fn peak_bytes() -> Result<usize, String> {
    let status = std::fs::read_to_string("/proc/self/status").map_err(|error| error.to_string())?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<usize>().ok());
    Ok(kibibytes.ok_or("/proc/self/status has no VmHWM")? * 1024)
}

fn walk(value: &Value) -> usize {
    match value {
        Value::String(string) => string.len(),
        Value::Data(data) => data.len(),
        Value::Dictionary(dictionary) => 1 + dictionary.iter().map(|(key, value)| key.len() + walk(value)).sum::<usize>(),
        Value::Array(array) => 1 + array.iter().map(walk).sum::<usize>(),
        _ => 1,
    }
}

/// Returns the checksum of typed values, which is that of the property list written from them.
fn typed_checksum<Model: Serialize>(model: &Model) -> Result<usize, String> {
    let mut output = Vec::new();
    plist::to_writer_binary(&mut output, model).map_err(|error| error.to_string())?;
    let value = Value::from_reader(Cursor::new(output)).map_err(|error| error.to_string())?;
    Ok(walk(&value))
}

fn print_report(report: &Report) {
    let milliseconds = &report.milliseconds;
    let release_milliseconds = &report.release_milliseconds;
    print!("{{\"milliseconds\": {milliseconds:?}, \"release_milliseconds\": {release_milliseconds:?}, ");
    print!("\"checksum\": {}, \"bytes\": {}, ", report.checksum, report.bytes);
    println!("\"peak_bytes\": {}}}", report.peak_bytes);
}

fn print_error(message: &str) {
    let mut escaped = String::new();
    for character in message.chars() {
        match character {
            '"' | '\\' => escaped.extend(['\\', character]),
            _ if character.is_control() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    println!("{{\"error\": \"{escaped}\"}}");
}

fn run_driver() -> i32 {
    match Request::from_command_line().and_then(|request| request.run()) {
        Ok(report) => {
            print_report(&report);
            0
        }
        Err(message) => {
            print_error(&message);
            1
        }
    }
}

fn main() {
    let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(run_driver);
    let status = thread.expect("a thread can be started").join().unwrap_or(1);
    std::process::exit(status);
}
