// Reports finished transcripts, one JSON object per line of the standard input:
//   {"eventId":"7f9c…","organizationId":1,"occurredAt":"2026-11-22T09:00:00+09:00","seconds":754}
//   BASE_URL=http://localhost:3000 SERVICE_KEY=kis_… node examples/reportUsage.mjs < events.jsonl
// Exit code 1 if events were refused; they are printed and may be sent again once the reason is gone.
// A line that is not JSON and a key that is not taken end it with one line.
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";

const { BASE_URL = "http://localhost:3000", SERVICE_KEY = "" } = process.env;
const EVENTS_AT_ONCE = 500;
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

function eventOf(line, index) {
  if (line.trim() === "") return [];
  try {
    return [JSON.parse(line)];
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
