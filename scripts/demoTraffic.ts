import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { contract } from "../domain/contracts/schemas.ts";
import { pageOf } from "../domain/paging.ts";
import { formatDateTime, formatDuration, formatTime } from "../domain/text/dates.ts";
import { usageResults } from "../domain/usage/events.ts";
import { workspace } from "../domain/workspaces/schemas.ts";

/**
 * `npm run demo:traffic`: fetches the words of the demo organizations from a running demo server and
 * reports transcripts that were made with them.
 * It runs without tsx's own process, which kills a busy program that does not take a signal within
 * 60 ms.
 */

const BASE_URL = (process.env.BASE_URL ?? "http://localhost:3000").replace(/\/$/, "");
const ADMIN = `${BASE_URL}/admin/api/v1`;
const LONGEST_PAUSE_MS = 1_500;
const LONGEST_SECONDS = 90 * 60;

interface Place {
  organizationId: number;
  /** Whether its contract takes more; its engine fetches words either way. */
  takesTranscripts: boolean;
  organizationName: string;
  workspaceIds: readonly number[];
}

class RefusedCredential extends Error {}

const created = z.object({ serviceKeyId: z.int(), key: z.string() });

async function call(method: string, url: string, headers: object, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (response.status === 401) throw new RefusedCredential(`${method} ${url}: ${text}`);
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

async function idTokenOf(email: string): Promise<string> {
  const url = `${BASE_URL}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo`;
  const input = { email, password: "password", returnSecureToken: true };
  return z.object({ idToken: z.string() }).parse(await call("POST", url, {}, input)).idToken;
}

/** The headers of a session of the demo system admin. */
async function openSession() {
  const response = await fetch(`${ADMIN}/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: BASE_URL },
    body: JSON.stringify({ idToken: await idTokenOf("sysadmin@example.com") }),
  });
  if (!response.ok) throw new Error(`no session: ${await response.text()}`);
  const [cookie = ""] = response.headers.getSetCookie().join().split(";");
  return { cookie, origin: BASE_URL };
}

async function placesOf(session: object): Promise<Place[]> {
  const url = `${ADMIN}/contracts?status=ACTIVE,EXPIRING&size=100`;
  const { content } = pageOf(contract).parse(await call("GET", url, session));
  const authorization = `Bearer ${await idTokenOf("orgadmin@example.com")}`;
  const own = await call("GET", `${BASE_URL}/api/v1/workspaces`, { authorization });
  const workspaces = pageOf(workspace).parse(own).content;
  return content.map(({ organizationId, organizationName, usageState }) => ({
    organizationId,
    takesTranscripts: usageState === "NORMAL" || usageState === "WARNING",
    organizationName,
    workspaceIds: workspaces
      .filter((each) => each.organizationId === organizationId)
      .map(({ workspaceId }) => workspaceId),
  }));
}

/** The words that a program holds of an organization, as it would give them to its engine. */
const held = new Map<number, { etag: string; revision: number }>();

/** Fetches the words if they have changed, and returns their revision. */
async function fetchWords({ organizationId }: Place, key: string): Promise<number> {
  const known = held.get(organizationId);
  const url = `${BASE_URL}/api/v1/vocabulary?organizationId=${organizationId}&engine=amivoice`;
  const response = await fetch(url, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(known ? { "if-none-match": known.etag } : {}),
    },
    signal: AbortSignal.timeout(30_000),
  });
  if (response.status === 401) throw new RefusedCredential(`GET ${url}`);
  await response.text();
  if (!response.ok && response.status !== 304) throw new Error(`GET ${url}: ${response.status}`);
  const revision = Number(response.headers.get("x-vocabulary-revision"));
  held.set(organizationId, { etag: response.headers.get("etag") ?? "", revision });
  return revision;
}

/** Short transcripts are the most frequent. */
function aTranscript({ organizationId, workspaceIds }: Place, vocabularyRevision: number) {
  return {
    vocabularyRevision,
    eventId: `traffic-${randomUUID()}`,
    organizationId,
    workspaceId: oneOf(workspaceIds) ?? null,
    occurredAt: new Date().toISOString(),
    seconds: 30 + Math.floor(LONGEST_SECONDS * Math.random() ** 3),
  };
}

function oneOf<Value>(values: readonly Value[]): Value | undefined {
  return values[Math.floor(Math.random() * values.length)];
}

async function reportOne(places: readonly Place[], key: string): Promise<void> {
  const fetching = oneOf(places);
  if (fetching) await fetchWords(fetching, key);
  const place = oneOf(places.filter(({ takesTranscripts }) => takesTranscripts));
  if (!place) throw new Error("no contract takes transcripts: every cap is reached");
  const event = aTranscript(place, await fetchWords(place, key));
  const headers = { authorization: `Bearer ${key}` };
  const body = { events: [event] };
  const answer = await call("POST", `${BASE_URL}/api/v1/usage-events`, headers, body);
  const [result] = usageResults.parse(answer).results;
  const length = formatDuration(event.seconds);
  console.log(`${formatTime(new Date())} ${place.organizationName} ${length} ${result?.result}`);
}

async function run(): Promise<void> {
  const stop = new AbortController();
  // Of one Ctrl-C, npm passes on a second signal, which must not end the revocation.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
  const session = await openSession();
  const places = await placesOf(session);
  const name = `demo:traffic ${formatDateTime(new Date())}`;
  const input = { name, scopes: ["usage.report", "vocabulary.read"] };
  const { serviceKeyId, key } = created.parse(
    await call("POST", `${ADMIN}/service-keys`, session, input),
  );
  console.log(
    `Fetching the words of ${places.length} organizations and reporting transcripts at ${BASE_URL} as ${name}.`,
  );
  console.log("Ctrl-C revokes the key and ends.");
  try {
    while (!stop.signal.aborted) {
      await reportOne(places, key);
      await setTimeout(LONGEST_PAUSE_MS * Math.random(), undefined, { signal: stop.signal });
    }
  } catch (error) {
    // The key was revoked on the screen.
    if (!stop.signal.aborted && !(error instanceof RefusedCredential)) throw error;
  } finally {
    // The session that created it may have expired since.
    await call("DELETE", `${ADMIN}/service-keys/${serviceKeyId}`, await openSession());
    console.log("The key is revoked.");
  }
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(`Is npm start running at ${BASE_URL}?`);
  process.exitCode = 1;
}
