import { tokyoDate } from "../../../../domain/text/dates.ts";
import { MOST_OMISSIONS, type OmissionReason } from "../../../../domain/vocabulary/rules.ts";
import type {
  VocabularyEntry,
  VocabularyQuery,
  VocabularyReport,
} from "../../../../domain/vocabulary/schemas.ts";
import type { Deps, Service } from "../../../context.ts";
import { openSnapshot } from "../../../db/snapshot.ts";
import type { TextAnswer } from "../../../exports/csvFile.ts";
import { SpoolWriter } from "../../../exports/spooledFile.ts";
import { type Converted, formFor } from "../../../formats/vocabulary.ts";
import { ConcurrencyLimiter, type Quota } from "../../../limiter/concurrencyLimiter.ts";
import { hasTag } from "../../../plugins/preconditions.ts";
import { notFound } from "../../../problem.ts";
import { refuseForeign } from "../../serviceKeys/service/serviceCredential.ts";
import type { Fetch } from "../queries/fetches.ts";
import {
  findScope,
  findScopeAndFetch,
  type OrderedScope,
  type VocabularyRow,
  vocabularyRows,
} from "../queries/vocabulary.ts";
import { noteReflection } from "./reflection.ts";
import type { StoredAnswers, WrittenWords } from "./storedAnswers.ts";

/** Each read of all words occupies a connection. */
const READS_OF_KEY = 1;
const READS: Quota = { key: "reads", most: 3, of: "all", limit: "vocabularyReads" };
const MOST_IN_QUEUE = 20;
const WAIT_MS = 10_000;

/** Lets few read all words of an organization at once; others wait in a queue of their key. */
export function readLimiter(): ConcurrencyLimiter {
  return new ConcurrencyLimiter({ waitMs: WAIT_MS, mostInQueue: MOST_IN_QUEUE });
}

/** Raised with each change of a form, so that engines do not keep what was written before. */
const FORMS_VERSION = 2;

/** Reading and converting so many rows takes about 5 ms, during which no other request runs. */
const ROWS_AT_ONCE = 200;

interface ReadDeps extends Pick<Deps, "db" | "database" | "now" | "log"> {
  limiter: ConcurrencyLimiter;
  answers: StoredAnswers;
}

/** An entry and what the engine gets of it. */
interface Word {
  entry: VocabularyEntry;
  converted: Converted;
}

/** The words of one instant, the most important first. */
interface Words {
  revision: number;
  total: number;
  /** The next words; none at the end. */
  next(): Promise<Word[]>;
}

/**
 * The vocabulary of an organization in the form of an engine (docs/product/vocabulary.md), or nothing
 * if `held` names it. `isRead` is false for a HEAD request, which gets no words. The answer waits for its readers in a file, so that a slow one costs neither memory nor
 * a connection. Throws 404 for an unknown organization or workspace and for an organization that the
 * key is not for, OVERLOADED if too many others are being written.
 */
export async function answerVocabulary(
  deps: ReadDeps,
  service: Service,
  query: VocabularyQuery,
  { held, isRead }: { held: string | undefined; isRead: boolean },
): Promise<TextAnswer> {
  refuseForeign(service, query.organizationId);
  const fetch = fetchOf(service, query);
  const known = await findScopeAndFetch(deps.db, query, fetch);
  if (!known) throw notFound();
  const ordered = orderedOf(deps, query);
  const { tag, headers } = headersOf(ordered, known.revision);
  const write = () => inSlot(deps, service, () => writeVocabulary(deps, ordered));
  const answer = hasTag(held, tag)
    ? { revision: known.revision, headers, text: null }
    : await deps.answers.take(keyOf(query), { tag, revision: known.revision }, write);
  if (isRead) await noteReflection(deps, fetch, { revision: answer.revision, noted: known });
  return answer;
}

/** A query with the day in Tokyo before which uses count: what is written stays the same during a day. */
type OrderedQuery = VocabularyQuery & OrderedScope;

function orderedOf({ now }: Pick<Deps, "now">, query: VocabularyQuery): OrderedQuery {
  return query.order === "use" ? { ...query, mostUsedBefore: tokyoDate(now()) } : query;
}

/** Throws OVERLOADED if no slot is free in time. */
function inSlot<Result>(
  { limiter }: Pick<ReadDeps, "limiter">,
  { serviceKeyId }: Pick<Service, "serviceKeyId">,
  work: () => Promise<Result>,
): Promise<Result> {
  const queue = `service key ${serviceKeyId}`;
  const ofKey: Quota = { key: queue, most: READS_OF_KEY, of: "caller", limit: "vocabularyReads" };
  return limiter.run(queue, [ofKey, READS], {}, work);
}

/** What is noted of a fetch; the changes, which have no engine, are our own form. */
export function fetchOf(
  { serviceKeyId }: Pick<Service, "serviceKeyId">,
  {
    organizationId,
    workspaceId = 0,
    engine = "json",
  }: Pick<VocabularyQuery, "organizationId"> & Partial<VocabularyQuery>,
): Fetch {
  return { organizationId, serviceKeyId, engine, workspaceId };
}

async function writeVocabulary(
  { database }: Pick<Deps, "database">,
  query: OrderedQuery,
): Promise<WrittenWords> {
  const { head, mediaType, separator, tail } = formFor(query);
  const writer = new SpoolWriter();
  try {
    const { revision, omitted } = await withWords(database, query, async (words) => {
      await writer.write(head(words.revision));
      let sent = 0;
      for (let some = await words.next(); some.length > 0; some = await words.next()) {
        const texts = some.flatMap(({ converted }) => ("text" in converted ? converted.text : []));
        const begin = sent > 0 && texts.length > 0 ? separator : "";
        await writer.write(begin + texts.join(separator));
        sent += texts.length;
        if (some.some(isBeyond)) break;
      }
      await writer.write(tail);
      return { revision: words.revision, omitted: words.total - sent };
    });
    const { tag, headers } = headersOf(query, revision);
    const spool = await writer.finish();
    return {
      revision,
      tag,
      headers: {
        ...headers,
        "content-type": `${mediaType}; charset=utf-8`,
        "content-length": String(spool.bytes),
        "x-omitted": String(omitted),
      },
      spool,
    };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** Which entries an engine does not get, and why. Throws 404 as answerVocabulary does. */
export async function reportVocabulary(
  { database, limiter, now }: ReadDeps,
  service: Service,
  query: VocabularyQuery,
): Promise<VocabularyReport> {
  refuseForeign(service, query.organizationId);
  return inSlot({ limiter }, service, () => countOmissions(database, orderedOf({ now }, query)));
}

function countOmissions(
  database: Deps["database"],
  query: OrderedQuery,
): Promise<VocabularyReport> {
  return withWords(database, query, async (words) => {
    const omitted: VocabularyReport["omitted"] = [];
    const reasons: Partial<Record<OmissionReason, number>> = {};
    let read = 0;
    for (let some = await words.next(); some.length > 0; some = await words.next()) {
      read += some.length;
      for (const { entry, converted } of some) {
        if ("text" in converted) continue;
        const { reason, message } = converted;
        reasons[reason] = (reasons[reason] ?? 0) + 1;
        if (omitted.length < MOST_OMISSIONS) omitted.push({ ...entry, reason, message });
      }
      if (omitted.length === MOST_OMISSIONS && some.some(isBeyond)) break;
    }
    // All that follow the end of a full list.
    const unread = words.total - read;
    if (unread > 0) reasons.FULL = (reasons.FULL ?? 0) + unread;
    const sent = words.total - Object.values(reasons).reduce((sum, count) => sum + count, 0);
    const { revision, total } = words;
    return { revision, engine: query.engine, total, sent, reasons, omitted };
  });
}

function isBeyond({ converted }: Word): boolean {
  return "reason" in converted && converted.reason === "FULL";
}

/** Reads the words of one instant in parts, each converted for the engine of the query. */
async function withWords<Result>(
  database: Deps["database"],
  query: OrderedQuery,
  use: (words: Words) => Promise<Result>,
): Promise<Result> {
  const convert = formFor(query).open(query);
  let revision = 0;
  const snapshot = await openSnapshot(database, async (trx) => {
    const scope = await findScope(trx, query);
    if (!scope) throw notFound();
    revision = scope.revision;
    return { total: 0, rows: vocabularyRows(query) };
  });
  try {
    let rows = await snapshot.next(ROWS_AT_ONCE);
    return await use({
      revision,
      total: rows[0]?.total ?? 0,
      next: async () => {
        const words = rows.map(presentVocabularyEntry).map((entry) => ({
          entry,
          converted: convert(entry),
        }));
        rows = rows.length === ROWS_AT_ONCE ? await snapshot.next(ROWS_AT_ONCE) : [];
        return words;
      },
    });
  } finally {
    await snapshot.close();
  }
}

export function presentVocabularyEntry(row: VocabularyRow): VocabularyEntry {
  return {
    entryId: row.entry_id,
    surface: row.surface,
    reading: row.reading,
    partOfSpeech: row.part_of_speech,
    weight: row.weight,
    category: row.category,
  };
}

/** Whose words for whom: the tag without the revision. */
function keyOf(query: VocabularyQuery): string {
  const {
    organizationId,
    workspaceId = 0,
    engine,
    names = "all",
    form = "own",
    order = "",
  } = query;
  return [organizationId, workspaceId, engine, names, form, order].join(".");
}

function headersOf({ workspaceId = 0, engine, ...options }: OrderedQuery, revision: number) {
  const { names, form, mostUsedBefore: day } = options;
  const chosen = [names ?? [], form ?? [], day === undefined ? [] : `use-${day}`].flat();
  const tag = [revision, workspaceId, engine, ...chosen, FORMS_VERSION].join(".");
  return { tag, headers: { etag: `"${tag}"`, "x-vocabulary-revision": String(revision) } };
}
