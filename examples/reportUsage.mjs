// Reports finished transcripts, one JSON object per line of the standard input:
//   {"eventId":"7f9c…","organizationId":1,"occurredAt":"2026-11-22T09:00:00+09:00","seconds":754}
//   BASE_URL=http://localhost:3000 SERVICE_KEY=kis_… node examples/reportUsage.mjs < events.jsonl
// With WORDS_FILE, the copy that syncVocabulary.mjs keeps, an event may have "transcript":"…": the words in it
// are counted here and their numbers are sent, the text is not.
// Exit code 1 if events were refused; they are printed and may be sent again once the reason is gone.
// A line that is not JSON and a key that is not taken end it with one line.
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";

const { BASE_URL = "http://localhost:3000", SERVICE_KEY = "", WORDS_FILE } = process.env;
const EVENTS_AT_ONCE = 500;
const MOST_WORDS = 500;
const LONGEST_WAIT_SECONDS = 60;

/**
 * Answers one result per event. An event keeps its eventId, so sending it again is safe. The same id in
 * another organization is another event.
 */
async function report(events) {
  for (let wait = 0.5; ; wait = Math.min(2 * wait, LONGEST_WAIT_SECONDS)) {
    const { results, error, retryAfter = 0 } = await send(events);
    if (results) return results;
    const seconds = Math.max(retryAfter, wait * (0.5 + Math.random()));
    console.error(`${error}; again in ${seconds.toFixed(1)} s`);
    await setTimeout(seconds * 1_000);
  }
}

async function send(events) {
  let response;
  try {
    response = await fetch(`${BASE_URL}/api/v1/usage-events`, {
      method: "POST",
      headers: { authorization: `Bearer ${SERVICE_KEY}`, "content-type": "application/json" },
      body: JSON.stringify({ events }),
      signal: AbortSignal.timeout(30_000),
    });
    if (response.ok) return await response.json();
  } catch (error) {
    return { error: `no answer (${error.cause?.code ?? error.message})` };
  }
  const retryAfter = Number(response.headers.get("retry-after") ?? 0);
  // 500, 502 and 504: the server or a proxy does not say whether the events were recorded.
  if (response.status === 429 || response.status >= 500)
    return { error: response.status, retryAfter };
  return end(`${response.status} ${(await response.text()).trim()}`);
}

function end(reason) {
  console.error(reason);
  process.exit(1);
}

/** The words in use by what is written, the longest first: 東京 in 東京都 is not counted. */
async function wordsOf(file) {
  const { revision, entries, words } = JSON.parse(await readFile(file, "utf8"));
  const used = new Set(words);
  const ids = new Map();
  for (const { entryId, surface } of entries)
    if (used.has(entryId) && !ids.has(surface)) ids.set(surface, entryId);
  const longest = [...ids.keys()].sort((one, other) => other.length - one.length);
  const escaped = longest.map((surface) => surface.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  const pattern = longest.length > 0 ? new RegExp(escaped.join("|"), "g") : null;
  return { revision, ids, pattern };
}

/** The event without its text, with how often each word stands in it. */
function counted({ transcript, ...event }) {
  if (!known || typeof transcript !== "string") return event;
  const counts = new Map();
  for (const [surface] of known.pattern ? transcript.matchAll(known.pattern) : []) {
    const entryId = known.ids.get(surface);
    counts.set(entryId, (counts.get(entryId) ?? 0) + 1);
  }
  const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, MOST_WORDS);
  const words = most.map(([entryId, count]) => ({ entryId, count }));
  return { vocabularyRevision: known.revision, ...event, words };
}

const known = WORDS_FILE ? await wordsOf(WORDS_FILE) : null;

function eventOf(line, index) {
  if (line.trim() === "") return [];
  try {
    return [counted(JSON.parse(line))];
  } catch {
    return end(`line ${index + 1} is not JSON: ${line.slice(0, 80)}`);
  }
}

const events = (await text(process.stdin)).split("\n").flatMap(eventOf);
for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
  for (const { eventId, result, reason = "" } of await report(
    events.slice(from, from + EVENTS_AT_ONCE),
  )) {
    const counted = result === "recorded" || result === "duplicate";
    if (!counted) process.exitCode = 1;
    console.log(eventId, result, reason);
  }
}
