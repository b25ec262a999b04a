import { HttpResponse } from "msw";
import type { z } from "zod";
import { tokyoDate } from "../domain/dates.ts";
import { fieldErrors, MockProblem, notFound, validationFailed } from "./problem.ts";
import type { UserRow } from "./tables.ts";
import type { World } from "./world.ts";

/** A request to the mocked API, once it is known who asks. */
export class Call {
  readonly world: World;
  readonly user: UserRow;
  readonly request: Request;
  readonly #params: Readonly<Record<string, unknown>>;

  constructor(given: { world: World; user: UserRow; request: Request; params: object }) {
    this.world = given.world;
    this.user = given.user;
    this.request = given.request;
    this.#params = { ...given.params };
  }

  /** The date in Asia/Tokyo. */
  get today(): string {
    return tokyoDate(this.world.now());
  }

  /** The instant, as records are stamped with it. */
  get at(): string {
    return this.world.now().toISOString();
  }

  /** The id in the path, as it is written there. */
  get id(): string {
    return String(this.#params.id);
  }

  /** Throws 400 with every failing parameter. */
  query<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
    const { searchParams } = new URL(this.request.url);
    const { data, error } = schema.safeParse(Object.fromEntries(searchParams));
    if (error) throw new MockProblem(400, "BAD_QUERY", { errors: fieldErrors(error.issues) });
    return data;
  }

  /** Throws 422 with every failing field. */
  async body<Schema extends z.ZodType>(schema: Schema): Promise<z.output<Schema>> {
    const text = await this.request.text();
    const { data, error } = schema.safeParse(text === "" ? {} : JSON.parse(text));
    if (error) throw validationFailed(fieldErrors(error.issues));
    return data;
  }

  /** The record that the path names, of those the asker may know of; throws 404. */
  found<Row>(rows: readonly Row[], idOf: (row: Row) => number | string): Row {
    const row = rows.find((each) => String(idOf(each)) === this.id);
    if (!row) throw notFound();
    return row;
  }

  /** Throws 412 with the record unless If-Match names its version or is missing. */
  refuseStale(current: { version: number }): void {
    const ifMatch = this.request.headers.get("if-match");
    if (ifMatch === null || ifMatch === "*" || ifMatch.includes(`"${current.version}"`)) return;
    throw new MockProblem(412, "STALE_VERSION", { extra: { current } });
  }
}

/** A record with its version as ETag. */
export function answer<Body extends { version: number }>(record: Body, status = 200): Response {
  return HttpResponse.json(record, { status, headers: { etag: `"${record.version}"` } });
}

export function noContent(): Response {
  return new HttpResponse(null, { status: 204 });
}
