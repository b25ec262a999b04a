import type { FastifyReply, FastifyRequest } from "fastify";
import { staleVersion } from "../problem.ts";

/** Which versions a write accepts: the ones of its If-Match header, or any without one. */
export type VersionMatch = (version: number) => boolean;

const ENTITY_TAG = /^(?:W\/)?"([^"]*)"$/;

/** Reads If-Match (RFC 9110 13.1.1): a list of entity tags, or `*`. A malformed tag matches nothing. */
export function ifMatch(request: FastifyRequest): VersionMatch {
  const header = request.headers["if-match"];
  if (header === undefined || header.trim() === "*") return () => true;
  const tags = header.split(",").map((part) => ENTITY_TAG.exec(part.trim())?.[1]);
  return (version) => tags.includes(String(version));
}

/**
 * Refuses a write to a record that has moved on: 412 with the record as it now stands. Call it
 * with the row locked, inside the transaction that writes.
 */
export function requireVersion<Current extends { version: number }>(
  match: VersionMatch,
  current: Current,
): void {
  if (!match(current.version)) throw staleVersion(current);
}

/** Answers a single record with its version as ETag. */
export function withVersion<Item extends { version: number }>(
  reply: FastifyReply,
  item: Item,
): Item {
  reply.header("etag", `"${item.version}"`);
  return item;
}
