//! The typed models of the grid's documents, with the keys that the documents have.

use plist::Date;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The bytes of a `<data>` element. Serde takes a bare `Vec<u8>` for an array of integers.
pub struct Bytes(pub Vec<u8>);

struct BytesVisitor;

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        deserializer.deserialize_byte_buf(BytesVisitor)
    }
}

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Bytes;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("bytes")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
        Ok(Bytes(bytes.to_vec()))
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
        Ok(Bytes(bytes))
    }
}

#[derive(Serialize, Deserialize)]
pub struct Address {
    street: String,
    zip: String,
}

/// An element of `records`.
#[derive(Serialize, Deserialize)]
pub struct Record {
    name: String,
    id: i64,
    score: f64,
    active: bool,
    created: Date,
    token: Bytes,
    tags: Vec<String>,
    address: Address,
}

/// The root of `numbers`.
#[derive(Serialize, Deserialize)]
pub struct Numbers {
    ints: Vec<i64>,
    reals: Vec<f64>,
}

/// The root of `deep`, and every node below it.
#[derive(Serialize, Deserialize)]
pub struct DeepNode {
    level: i64,
    name: String,
    children: Vec<DeepNode>,
}

#[derive(Serialize, Deserialize)]
#[allow(non_snake_case)]
pub struct DocumentType {
    CFBundleTypeName: String,
    CFBundleTypeRole: String,
    LSHandlerRank: String,
    LSItemContentTypes: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[allow(non_snake_case)]
pub struct UrlType {
    CFBundleURLName: String,
    CFBundleURLSchemes: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[allow(non_snake_case)]
pub struct TransportSecurity {
    NSAllowsArbitraryLoads: bool,
}

/// The root of `small`.
#[derive(Serialize, Deserialize)]
#[allow(non_snake_case)]
pub struct Info {
    CFBundleDevelopmentRegion: String,
    CFBundleDisplayName: String,
    CFBundleDocumentTypes: Vec<DocumentType>,
    CFBundleExecutable: String,
    CFBundleIdentifier: String,
    CFBundleInfoDictionaryVersion: String,
    CFBundleName: String,
    CFBundlePackageType: String,
    CFBundleShortVersionString: String,
    CFBundleSupportedPlatforms: Vec<String>,
    CFBundleURLTypes: Vec<UrlType>,
    CFBundleVersion: String,
    DTCompiler: String,
    DTPlatformName: String,
    DTPlatformVersion: String,
    DTSDKBuild: String,
    DTXcode: String,
    ITSAppUsesNonExemptEncryption: bool,
    LSApplicationCategoryType: String,
    LSRequiresIPhoneOS: bool,
    MinimumOSVersion: String,
    NSAppTransportSecurity: TransportSecurity,
    NSCameraUsageDescription: String,
    NSHumanReadableCopyright: String,
    NSPhotoLibraryUsageDescription: String,
    UIDeviceFamily: Vec<i64>,
    UILaunchStoryboardName: String,
    UIRequiredDeviceCapabilities: Vec<String>,
    UISupportedInterfaceOrientations: Vec<String>,
    BuildDate: Date,
    BuildScale: f64,
}
