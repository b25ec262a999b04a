/** Bytes in hexadecimal digits: PostgreSQL answers them as a Buffer, the embedded database as a Uint8Array. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
