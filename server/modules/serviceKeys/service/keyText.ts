import { randomBytes } from "node:crypto";
import { sha256 } from "../../../sha256.ts";

const BEGIN = "kis_";
const KEY = /^(kis_[0-9a-f]{12})_[\w-]{43}$/;

/** A key as it is stored: its public prefix and the SHA-256 of the whole key. */
export interface StoredKey {
  prefix: string;
  hash: Uint8Array;
}

/** A new key `kis_<48 public bits>_<256 secret bits>`; its text is not stored anywhere. */
export function newServiceKey(): StoredKey & { key: string } {
  const prefix = `${BEGIN}${randomBytes(6).toString("hex")}`;
  const key = `${prefix}_${randomBytes(32).toString("base64url")}`;
  return { key, prefix, hash: sha256(key) };
}

/** Whether a bearer token is meant as a service key, right or wrong. No ID token begins so. */
export function isServiceKey(token: string): boolean {
  return token.startsWith(BEGIN);
}

/** Undefined for a text that cannot be a key. */
export function parseServiceKey(text: string): StoredKey | undefined {
  const prefix = KEY.exec(text)?.[1];
  return prefix === undefined ? undefined : { prefix, hash: sha256(text) };
}
