// Keeps the words of an organization in a file, in step with the console:
//   BASE_URL=http://localhost:3000 SERVICE_KEY=kis_… ORGANIZATION_ID=1 node examples/syncVocabulary.mjs words.json
// The file has the revision and every entry that is in use. Without WORKSPACE_ID it is for all workspaces.
// With WEBHOOK_SECRET and WEBHOOK_PORT it listens for changes (receiveWebhooks.mjs) and asks seldom without one.
// It is replaced as a whole, so that a reader never finds half of it; after a restart it goes on from there.
import { readFile, rename, writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { receiveWebhooks } from "./receiveWebhooks.mjs";

const { BASE_URL = "http://localhost:3000", SERVICE_KEY = "", ORGANIZATION_ID = "" } = process.env;
const { WORKSPACE_ID, WEBHOOK_SECRET } = process.env;
const { POLL_SECONDS = WEBHOOK_SECRET ? "60" : "2" } = process.env;
const [file = "words.json"] = process.argv.slice(2);
const LONGEST_WAIT_SECONDS = 60;
const CATEGORIES = ["一般辞書", "組織辞書", "業務辞書"];

/** What the file holds: nothing at first, or if it is no copy of this organization. */
async function held() {
  try {
    const { organizationId, revision, entries } = JSON.parse(await readFile(file, "utf8"));
    if (String(organizationId) === ORGANIZATION_ID && Number.isInteger(revision)) {
      return { revision, entries: new Map(entries.map((entry) => [entry.entryId, entry])) };
    }
  } catch (error) {
    if (error.code !== "ENOENT") console.error(`${file} is no copy: ${error.message}`);
  }
  return nothing();
}

function nothing() {
  return { revision: 0, entries: new Map() };
}

async function keep({ revision, entries }) {
  const copy = {
    organizationId: Number(ORGANIZATION_ID),
    revision,
    entries: [...entries.values()],
  };
  await writeFile(`${file}.new`, JSON.stringify({ ...copy, words: wordsOf(copy.entries) }));
  await rename(`${file}.new`, file);
}

/** The words to use: one per surface and reading, by category, weight and the lower id. */
function wordsOf(entries) {
  const isUsed = ({ workspaceIds: ids }) =>
    WORKSPACE_ID === undefined || ids.length === 0 || ids.includes(Number(WORKSPACE_ID));
  const words = new Map();
  for (const entry of entries.filter(isUsed).sort(byImportance)) {
    const key = `${entry.surface}\t${entry.reading}`;
    if (!words.has(key)) words.set(key, entry.entryId);
  }
  return [...words.values()];
}

function byImportance(one, other) {
  const rank = ({ category }) => CATEGORIES.indexOf(category);
  return rank(other) - rank(one) || other.weight - one.weight || one.entryId - other.entryId;
}

/** Reads all that changed since the revision of the copy, and keeps it. */
async function update(copy) {
  const { revision } = copy;
  const entries = new Map(copy.entries);
  let counts = [0, 0];
  for (let after = String(revision); ; ) {
    const page = await ask(`/changes?organizationId=${ORGANIZATION_ID}&after=${after}`);
    if (page === "GONE") {
      console.error(`revision ${revision} is too old: all words are read again`);
      return update(nothing());
    }
    for (const entry of page.upserts) entries.set(entry.entryId, entry);
    for (const entryId of page.deletes) entries.delete(entryId);
    counts = [counts[0] + page.upserts.length, counts[1] + page.deletes.length];
    if (page.next !== null) {
      after = page.next;
      continue;
    }
    const updated = { revision: page.revision, entries };
    if (page.revision !== revision) {
      await keep(updated);
      console.log(`revision ${page.revision}: ${counts[0]} changed, ${counts[1]} deleted`);
    }
    return updated;
  }
}

/** Asks until there is an answer. */
async function ask(path) {
  for (let wait = 0.5; ; wait = Math.min(2 * wait, LONGEST_WAIT_SECONDS)) {
    const { answer, error, retryAfter = 0 } = await send(path);
    if (answer) return answer;
    const seconds = Math.max(retryAfter, wait * (0.5 + Math.random()));
    console.error(`${error}; again in ${seconds.toFixed(1)} s`);
    await setTimeout(seconds * 1_000);
  }
}

async function send(path) {
  try {
    const response = await fetch(`${BASE_URL}/api/v1/vocabulary${path}`, {
      headers: { authorization: `Bearer ${SERVICE_KEY}` },
      signal: AbortSignal.timeout(30_000),
    });
    if (response.ok) return { answer: await response.json() };
    if (response.status === 410) return { answer: "GONE" };
    const retryAfter = Number(response.headers.get("retry-after") ?? 0);
    if (response.status === 429 || response.status >= 500)
      return { error: response.status, retryAfter };
    console.error(`${response.status} ${(await response.text()).trim()}`);
  } catch (error) {
    return { error: `no answer (${error.cause?.code ?? error.message})` };
  }
  return process.exit(1);
}

let pause = new AbortController();
if (WEBHOOK_SECRET) {
  receiveWebhooks(({ type, organizationId }) => {
    if (type === "vocabulary.changed" && organizationId === Number(ORGANIZATION_ID)) pause.abort();
  });
}
for (let copy = await held(); ; ) {
  // What is told from now on may be newer than what is read next.
  pause = new AbortController();
  copy = await update(copy);
  await setTimeout(Number(POLL_SECONDS) * 1_000, undefined, { signal: pause.signal }).catch(
    () => {},
  );
}
