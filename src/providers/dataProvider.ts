import simpleRestProvider from "ra-data-simple-rest";
import {
  type CreateResult,
  type DataProvider,
  type GetListParams,
  type GetListResult,
  HttpError,
  type Identifier,
  type QueryFunctionContext,
  type RaRecord,
} from "react-admin";
import { changedFields } from "../../domain/fields.ts";
import { errors } from "../i18n/ja/errors.ts";
import { savedFirst } from "../writes/savedFirst.ts";
import { createSubmissions, type StoredSubmission } from "../writes/submissions.ts";
import { type ApiMethods, createApi, type FileKey, filledPath } from "./data/api.ts";
import { exportQuery, listQuery, type Selection, withId } from "./data/listQuery.ts";
import { createLocks, type LockCalls, type LockedResource } from "./data/locks.ts";
import type { DownloadedFile, Progress } from "./http/download.ts";
import type { Downloader, HttpClient, RequestExtras } from "./http/httpClient.ts";
import { createLive, type LiveMethods } from "./live/createLive.ts";
import type { OpenStream } from "./live/stream.ts";
import { isDecided } from "./problems/answerStatus.ts";
import { fieldFor, messageFor, type Operation } from "./problems/errorMessage.ts";

/** Of the records below which a file is. */
export interface PathIds {
  id?: Identifier | undefined;
  importId?: Identifier | undefined;
  /** Of a statement, YYYY-MM. */
  month?: string | undefined;
}

interface DownloadRequest extends Selection, PathIds {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** What screens call of the API themselves. react-admin's own hooks call the rest. */
export interface ConsoleApi extends LockCalls, LiveMethods, ApiMethods {
  /** The file of all records of a list; empty if the user is signed out instead. */
  download(key: FileKey, request: DownloadRequest): Promise<{ data: Partial<DownloadedFile> }>;
  /** Calls `write` with the token of this tab's lock, for what lies below a locked record. */
  withLock<Result>(
    resource: LockedResource,
    id: Identifier,
    write: (proof: { lockToken?: string }) => Promise<Result>,
  ): Promise<Result>;
}

export interface ConsoleDataProvider extends DataProvider, ConsoleApi {}

/** ra-data-simple-rest, adapted to our API. */
export function createDataProvider(
  client: HttpClient,
  openStream: OpenStream,
  download: Downloader,
): ConsoleDataProvider {
  const rest = (extras: RequestExtras = {}) =>
    simpleRestProvider("", (url, options) => client(url, { ...options, ...extras }));
  const submit = createSubmissions<CreateResult>();
  /** Changes whose answer was lost: sent again, they are stale if the server has written them. */
  const unanswered = new Set<string>();
  const calls = createApi(client);
  const locks = createLocks(calls);

  const getPage = async (resource: string, params: GetListParams) => {
    const { json } = await client(`/${resource}?${listQuery(resource, params)}`, {
      ...signalOf(params),
    });
    const content: GetListResult["data"] = json.content;
    return { data: content.map((item) => withId(resource, item)), total: json.totalElements };
  };

  return {
    supportAbortSignal: true,
    ...locks.calls,
    ...createLive(openStream),
    ...calls,

    withLock: (resource, id, write) => write(locks.proof(resource, id)),

    download: async (key, { id, importId, month, signal, onProgress, ...selection }) => {
      const [, pattern = ""] = key.split(" ");
      const path = filledPath(pattern, { id, importId, month });
      const [, resource = ""] = pattern.split("/");
      const query = exportQuery(resource, selection);
      return { data: await download(`${path}?${query}`, { signal, onProgress }) };
    },

    getList: getPage,

    getManyReference: (resource, params) =>
      getPage(resource, { ...params, filter: { ...params.filter, [params.target]: params.id } }),

    getOne: async (resource, params) => {
      const { data } = await rest().getOne(resource, params);
      return { data: withId(resource, data) };
    },

    getMany: async (resource, params) => ({
      data: await getManyOneByOne(params.ids, async (id) => {
        const { data } = await rest().getOne(resource, { ...params, id });
        return withId(resource, data);
      }),
    }),

    create: async (resource, params) => {
      const { data } = await explained(
        { resource, kind: "create", data: params.data },
        submit(
          `${resource} ${JSON.stringify(params.data)}`,
          (idempotencyKey) => rest({ idempotencyKey }).create(resource, params),
          submissionIn(params.meta),
        ),
      );
      return { data: withId(resource, data) };
    },

    update: async (resource, { id, data, previousData }) => {
      const changes = bodyOfChanges(data, previousData);
      if (Object.keys(changes).length === 0) return { data: previousData };
      const content = `${resource} ${id} ${JSON.stringify(changes)}`;
      const { json } = await explained(
        { resource, kind: "update", data: changes },
        client(`/${resource}/${encodeURIComponent(id)}`, {
          method: "PATCH",
          body: JSON.stringify(changes),
          ...startingFrom(previousData),
          ...locks.proof(resource, id),
        }).catch((error: unknown) => {
          if (!isDecided(error)) unanswered.add(content);
          const current = unanswered.has(content) ? alreadyWritten(error, changes) : undefined;
          if (!current) throw error;
          return { json: current };
        }),
      );
      unanswered.delete(content);
      return { data: withId(resource, json) };
    },

    delete: async (resource, params) => {
      const extras = { ...startingFrom(params.previousData), ...locks.proof(resource, params.id) };
      const { data } = await explained(
        { resource, kind: "delete" },
        rest(extras).delete(resource, params),
      );
      locks.forget(resource, params.id);
      return { data: withId(resource, data) };
    },

    // The API has no bulk operations, and a loop of single requests would not be one.
    updateMany: () => Promise.reject(new Error(errors.bulkUnsupported)),
    deleteMany: () => Promise.reject(new Error(errors.bulkUnsupported)),
  };
}

/** The submission of the form's draft, which a page that creates a record sends along. */
function submissionIn(
  meta: { submission?: StoredSubmission } | undefined,
): StoredSubmission | undefined {
  return meta?.submission;
}

function signalOf(context: QueryFunctionContext | undefined) {
  return context?.signal ? { signal: context.signal } : {};
}

function startingFrom(record: RaRecord | undefined): RequestExtras {
  return typeof record?.version === "number" ? { ifMatch: record.version } : {};
}

/** The result of an operation, or its error with the message of the error catalogue. */
async function explained<Result>(operation: Operation, outcome: Promise<Result>): Promise<Result> {
  try {
    return await outcome;
  } catch (error) {
    const message = messageFor(error, operation) + savedFirst(error);
    throw error instanceof HttpError
      ? new HttpError(message, error.status, atForm(error, message, fieldFor(error, operation)))
      : new Error(message);
  }
}

/**
 * The error body of an answer about invalid input, with its message for the whole form:
 * react-hook-form keeps that under root.serverError and clears it on the next submit.
 */
function atForm({ status, body }: HttpError, message: string, field?: string): unknown {
  const errors: unknown = body?.errors;
  if (status !== 409 && !errors) return body;
  const atField = field ? { [field]: message } : {};
  return { ...body, errors: { ...atField, ...Object(errors), root: { serverError: message } } };
}

/** The current record of a stale write (412), if it has every change already. */
function alreadyWritten(error: unknown, changes: Record<string, unknown>): RaRecord | undefined {
  const current: unknown = error instanceof HttpError ? error.body?.current : undefined;
  if (typeof current !== "object" || current === null) return undefined;
  const left = bodyOfChanges(changes, { ...current });
  return Object.keys(left).length === 0 ? (current as RaRecord) : undefined;
}

const NEVER_SENT = ["id", "version"];

/**
 * The fields of `data` that differ from `previous`: the body of a PATCH
 * (docs/product/api.md#writes). An emptied field is null.
 */
function bodyOfChanges(
  data: Record<string, unknown>,
  previous: Record<string, unknown>,
): Record<string, unknown> {
  const sent = Object.keys(data).filter((name) => !NEVER_SENT.includes(name));
  const changed = Object.entries(changedFields(previous, data, sent));
  return Object.fromEntries(changed.map(([name, value]) => [name, emptyAsNull(value)]));
}

function emptyAsNull(value: unknown): unknown {
  return value === "" || value === undefined ? null : value;
}

/** A page of a list has at most 100 rows, so a screen never needs more. */
const MAX_RECORDS = 100;
const AT_ONCE = 6;

/**
 * Reads records one by one, six at a time: the API has no request for several ids. Omits missing
 * records (404). Lists contain the names they show, so few screens need this.
 */
async function getManyOneByOne<Item extends RaRecord>(
  ids: Identifier[],
  getOne: (id: Identifier) => Promise<Item>,
): Promise<Item[]> {
  const waiting = [...new Set(ids)];
  if (waiting.length > MAX_RECORDS) throw new Error(errors.tooManyReferences);
  const found: Item[] = [];
  const readOn = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const record = await unlessMissing(getOne(id));
      if (record) found.push(record);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  return found;
}

async function unlessMissing<Item>(reading: Promise<Item>): Promise<Item | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined;
    throw error;
  }
}
