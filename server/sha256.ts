import { hash } from "node:crypto";

/** The database has secrets, such as cookies, keys and tokens, only as their hashes. */
export function sha256(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
