import { hash } from "node:crypto";

/** Bytes in hexadecimal digits: PostgreSQL answers them as a Buffer, the embedded database as a Uint8Array. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** The database has secrets, such as cookies, keys and tokens, only as their hashes. */
export function sha256(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
