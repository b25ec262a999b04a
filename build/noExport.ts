/** In place of `jsonexport`, which ra-core imports for `defaultExporter`. */
export default function noExport(): never {
  throw new Error("Lists are exported by the server.");
}
