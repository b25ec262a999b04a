import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { adminEndpoints, staffEndpoints } from "../../../domain/api/areas.ts";
import type { Endpoint } from "../../../domain/api/endpoint.ts";
import { isKeyed } from "../../../server/openapi/operation.ts";
import { type ApiKey, createApi } from "../../../src/providers/data/api.ts";
import type { HttpClient } from "../../../src/providers/http/httpClient.ts";
import { createWriter } from "../../../src/writes/useWrite.ts";

/** POST for the length of what it sends. */
const CHANGES_NOTHING = [
  "POST /contracts/check",
  "POST /contracts/bulk/check",
  "POST /user-imports/check",
  "POST /contract-imports/check",
  "POST /dictionaries/preview",
  "POST /readings",
  "POST /candidates",
  "POST /dictionaries/{id}/preview",
];
/** react-admin's `create`, which the data provider sends as a submission too. */
const CREATED = ["contracts", "dictionaries", "users", "workspaces"].map((name) => `POST /${name}`);
/** The dry run of a lost answer is deleted by the server. */
const READ_AGAIN = ["POST /dictionaries/{id}/imports"];
/** Sent with the version of an unlocked dictionary, as a submission of its own. */
const OF_SUBMISSIONS = ["POST /dictionaries/{id}/entries"];

const endpoints = Object.entries<Endpoint>({ ...staffEndpoints, ...adminEndpoints });
/** Sent again, they do the same again, or their answer is a secret that the server does not keep. */
const unkeyed = endpoints
  .filter(([, { idempotencyKey }]) => idempotencyKey === false)
  .map(([key]) => key);
const keyed = endpoints
  .filter(([key, endpoint]) => isKeyed(key.split(" ")[0] ?? "", endpoint))
  .map(([key]) => key)
  .filter((key) => !CHANGES_NOTHING.includes(key));

/** A client whose first answer is lost on the way back. */
function lossyClient() {
  const keys: (string | undefined)[] = [];
  const client: HttpClient = async (_path, { idempotencyKey } = {}) => {
    keys.push(idempotencyKey);
    if (keys.length === 1) throw new TypeError("Failed to fetch");
    return { status: 200, headers: new Headers(), body: "{}", json: {} };
  };
  return { client, keys };
}

function writerOf(key: string, client: HttpClient) {
  const isKey = (each: string): each is ApiKey => each === key;
  if (!isKey(key)) throw new Error(`${key} is no endpoint`);
  const api = createApi(client);
  return createWriter({ ...api, withLock: (_resource, _id, write) => write({}) }, key);
}

describe("a write whose answer is lost", () => {
  it.each(keyed)("is sent again as the same submission: %s", async (key) => {
    const { client, keys } = lossyClient();
    const write: (request: object) => Promise<unknown> = writerOf(key, client);
    const request = { id: 1, importId: 2, body: { reason: "理由" } };
    await expect(write(request)).rejects.toThrow("Failed to fetch");
    await write(request);
    await write(request);
    const [first, second, third] = keys;
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    // The result was known: pressing once more is another submission.
    expect(third).not.toBe(first);
  });

  it("has no other way to the API in the screens", () => {
    const written = new Set<string>();
    const files = readdirSync("src", { recursive: true, encoding: "utf8" });
    for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
      const text = readFileSync(`src/${file}`, "utf8");
      for (const [, key = ""] of text.matchAll(/use(?:Write|Writer)\(\s*"(POST [^"]+)"/g))
        written.add(key);
      // A map of actions, one of which is written.
      if (/useWrite\(ACTIONS/.test(text))
        for (const [, key = ""] of text.matchAll(/: "(POST [^"]+)"/g)) written.add(key);
      for (const [, key = ""] of text.matchAll(/\bapi\(\s*"(POST [^"]+)"/g))
        expect([...CHANGES_NOTHING, ...READ_AGAIN, ...OF_SUBMISSIONS], file).toContain(key);
    }
    const known = [...CREATED, ...OF_SUBMISSIONS, ...written].filter(
      (key) => !unkeyed.includes(key),
    );
    expect(known.toSorted()).toEqual(keyed.toSorted());
  });
});
