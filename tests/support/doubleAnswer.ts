import { HttpResponse } from "msw";
import { z } from "zod";
import { type Endpoint, successStatus } from "../../domain/api/endpoint.ts";
import type { ListQuery } from "../../domain/api/parameters.ts";
import { type Page, totalPages } from "../../domain/paging.ts";
import { problemCodesOf } from "../../server/openapi/operation.ts";
import { notFound, ProblemError } from "../../server/problem.ts";

const versioned = z.object({ version: z.int() });

/** The response of the server; throws for an answer that is not declared. */
export function answerOf(key: string, endpoint: Endpoint, answered: unknown): Response {
  if (answered instanceof Response) return answered;
  if (answered instanceof ProblemError) return problemAnswer(key, endpoint, answered);
  const status = successStatus(endpoint);
  const schema = Object.values(endpoint.answers)[0];
  if (!schema) return new HttpResponse(null, { status });
  const { success, data, error } = schema.safeParse(answered);
  if (!success) throw new Error(`the server answers no such thing:\n${z.prettifyError(error)}`);
  const etag = endpoint.etag ? { ETag: `"${versioned.parse(answered).version}"` } : {};
  return new HttpResponse(JSON.stringify(data), {
    status,
    headers: { ...etag, "Content-Type": "application/json" },
  });
}

function problemAnswer(key: string, endpoint: Endpoint, problem: ProblemError): Response {
  const [method = ""] = key.split(" ");
  if (!problemCodesOf(method, endpoint).includes(problem.code)) {
    throw new Error(`the server never answers ${problem.code}`);
  }
  const { statusCode: status, headers } = problem;
  return HttpResponse.json(problem.body("request"), {
    status,
    headers: { ...headers, "Content-Type": "application/problem+json" },
  });
}

/** Answers a list: the page of the records that is asked for. */
export function paged<Item>(content: readonly Item[], totalElements = content.length) {
  return ({ query: { page, size, sort } }: { query: ListQuery }): Page<Item> => ({
    content: content.slice(page * size, (page + 1) * size),
    page,
    size,
    sort: `${sort.field},${sort.direction}`,
    totalElements,
    totalPages: totalPages(totalElements, size),
  });
}

/** Answers a CSV file of these rows below a heading; `rest` says how it goes on. */
export function csvFile(
  name: string,
  rows: readonly string[],
  { total = rows.length, rest }: { total?: number; rest?: () => Promise<void> } = {},
): Response {
  const text = ["\ufeff組織名", ...rows].map((row) => `${row}\r\n`).join("");
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(new TextEncoder().encode(text));
      try {
        await rest?.();
        controller.close();
      } catch (error) {
        controller.error(error);
      }
    },
  });
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="list.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
    "X-Total-Count": String(total),
  };
  return new HttpResponse(body, { headers });
}

/** The record that is asked for; 404 where there is none. */
export function found<Item>(record: Item | undefined): Item {
  if (record === undefined) throw notFound();
  return record;
}

/** The record after a write, with the next version. */
export function changed<Item extends { version: number }>(
  record: Item,
  changes: { [Name in keyof Item]?: Item[Name] | undefined },
): Item {
  return { ...record, ...changes, version: record.version + 1 };
}
