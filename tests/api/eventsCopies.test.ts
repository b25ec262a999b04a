import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { buildApp } from "../../server/app.ts";
import { type Database, openDatabase } from "../../server/db/client.ts";
import { publishUnlogged } from "../../server/events/publishChange.ts";
import { suiteApi, type TestApi } from "../support/api.ts";
import { describePostgres } from "../support/database.ts";
import { type DatabaseLine, databaseLine } from "../support/databaseLine.ts";
import { type EventClient, type Listening, listening } from "../support/eventStream.ts";
import { perSuite } from "../support/perSuite.ts";
import { urlOf } from "../support/postgresTemplate.ts";

const LISTENERS = sql<{ pid: number }>`
  select pid from pg_stat_activity
  where datname = current_database() and application_name = 'knowledge-insight listener'`;

async function listenersOf({ db }: Pick<Database, "db">): Promise<number> {
  return (await LISTENERS.execute(db)).rows.length;
}

const announce = (api: TestApi, organizationId: number, id: number, db = api.db) =>
  publishUnlogged(db, { organizationId, resource: "dictionaries", id }, "updated");

describePostgres("two copies of the API on one database", () => {
  const api = suiteApi("postgres");
  let second: Database;
  let people: [Listening, Listening];
  let closeSecond: () => Promise<void>;

  beforeAll(async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db);
    const server = process.env.TEST_DATABASE_URL ?? "";
    second = await openDatabase({ kind: "postgres", url: urlOf(server, rows[0]?.name ?? "") });
    const { config, identity, clock } = api;
    const logStream = { write: () => {} };
    const app = await buildApp({ config, database: second, identity, now: clock.now, logStream });
    people = [await listening(api), await listening(api, app)];
    closeSecond = async () => {
      await app.close();
      await second.close();
    };
  });
  afterAll(() => closeSecond());

  it("hear of each other's changes, each by a single LISTEN", async () => {
    const organizationId = await api.anOrganization();
    const user = await api.aUser({ organizationId });
    const streams = await Promise.all(
      people.flatMap((copy) => [copy.staff(user), copy.staff(user), copy.staff(user)]),
    );
    expect(await listenersOf(second)).toBe(2);
    for (const [index, db] of [api.db, second.db].entries()) {
      await announce(api, organizationId, index, db);
      await Promise.all(streams.map((stream) => stream.hearsOf(`resource/dictionaries/${index}`)));
    }
    await Promise.all(streams.map((stream) => stream.close()));
  });
});

describePostgres("event streams whose database goes away", () => {
  let line: DatabaseLine;
  const api = suiteApi("postgres", {
    parts: { answerWithinMs: 2_000 },
    database: async (direct) => {
      line = await databaseLine(direct);
      return line.database;
    },
  });
  const people = perSuite(() => listening(api));
  const own = perSuite(() => api.organization());
  const user = perSuite(() => api.aUser(own));
  let stream: EventClient;

  beforeEach(async () => {
    stream = await people.staff(user);
    expect(stream.status).toBe(200);
  });
  afterEach(async () => {
    await line.restore();
    // A client that reconnects hears of later changes.
    const again = await vi.waitFor(
      async () => {
        const opened = await people.staff(user);
        expect(opened.status).toBe(200);
        return opened;
      },
      { timeout: 30_000, interval: 100 },
    );
    await announce(api, own.organizationId, 1);
    expect(await again.hearsOf("resource/dictionaries/1")).toEqual([]);
    expect(await listenersOf(api)).toBe(1);
    await again.close();
  });
  afterAll(() => line.close());

  it("end when the connection that listens is cut off, since something may be missed", async () => {
    const { rows } = await LISTENERS.execute(api.db);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(api.db);
    await stream.ended;
    expect(api.app.events.size).toBe(0);
  });

  it("end when nobody accepts any more, and cannot be opened until a copy does", async () => {
    await line.cut();
    await stream.ended;
    const refused = await people.staff(user);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("end also when the line only falls silent", async () => {
    line.silence();
    await stream.ended;
    expect(api.app.events.size).toBe(0);
  });
});
