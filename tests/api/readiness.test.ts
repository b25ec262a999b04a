import { type RawBuilder, sql } from "kysely";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  CredentialRefusedError,
  IdentityUnavailableError,
} from "../../server/identity/identity.ts";
import { suiteApi } from "../support/api.ts";
import { usualEngine } from "../support/database.ts";
import { gate } from "../support/gate.ts";

describe("/readyz", () => {
  const api = suiteApi(usualEngine, {
    now: "2026-04-01T09:00:00+09:00",
    database: (real) => ({ ...real, ping: databasePing, clockOffset }),
    identity: (real) => ({ ...real, ping: identityPing }),
  });
  const databasePing = vi.fn(async () => {});
  const clockOffset = vi.fn(async () => 0);
  const identityPing = vi.fn(async () => {});
  const away = () => Promise.reject(new IdentityUnavailableError("away"));

  beforeEach(() => {
    databasePing.mockReset().mockResolvedValue();
    identityPing.mockReset().mockResolvedValue();
    clockOffset.mockReset().mockResolvedValue(0);
    api.clock.advance(1);
  });

  const ready = () => api.anonymous.get("/readyz");
  const advanceMs = (ms: number) => api.clock.set(new Date(api.clock.now().getTime() + ms));

  it("is ready while both parts answer", async () => {
    expect(await ready()).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  it("is degraded, and still takes requests, while the identity service is away", async () => {
    identityPing.mockImplementation(away);
    const { status, body } = await ready();
    expect([status, body]).toEqual([200, { status: "degraded", identity: "unavailable" }]);
  });

  it("is degraded while the identity service refuses our credentials", async () => {
    identityPing.mockRejectedValue(new CredentialRefusedError("FIREBASE_API_KEY: refused"));
    const { status, body } = await ready();
    expect([status, body]).toEqual([200, { status: "degraded", identity: "refused" }]);
  });

  it.each([
    [600, "600 s behind"],
    [-61, "61 s ahead of"],
  ])(
    "is not ready with a clock that is %i s off, and says so in the log",
    async (seconds, words) => {
      clockOffset.mockResolvedValue(seconds);
      expect(await ready()).toMatchObject({ status: 503, body: { database: "other_clock" } });
      expect(api.log.join("")).toContain(
        `The clock of this machine is ${words} that of the database`,
      );
    },
  );

  it("is ready with a clock that is off by a minute at most", async () => {
    clockOffset.mockResolvedValue(-60);
    expect(await ready()).toMatchObject({ status: 200 });
  });

  it("is not ready without the database, and names it", async () => {
    databasePing.mockRejectedValue(Object.assign(new Error("gone"), { code: "08006" }));
    const { status, body, headers } = await ready();
    expect(status).toBe(503);
    expect(body).toMatchObject({
      code: "UNAVAILABLE",
      status: 503,
      database: "unavailable",
      identity: "ready",
    });
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });

  it("names both where both are away", async () => {
    databasePing.mockRejectedValue(new Error("gone"));
    identityPing.mockImplementation(away);
    expect((await ready()).body).toMatchObject({
      database: "unavailable",
      identity: "unavailable",
    });
  });

  it("does not wait for a part that hangs", async () => {
    identityPing.mockReturnValue(new Promise(() => {}));
    expect((await ready()).body).toEqual({ status: "degraded", identity: "unavailable" });
  });

  it("asks its parts once for all who ask together, and once every 2 s", async () => {
    const database = gate();
    databasePing.mockReturnValue(database.passed);
    const together = Array.from({ length: 50 }, ready);
    await vi.waitUntil(() => databasePing.mock.calls.length > 0);
    // A slow check is not started a second time.
    advanceMs(5_000);
    together.push(ready());
    await new Promise((resolve) => setImmediate(resolve));
    database.open();
    for (const { status } of await Promise.all(together)) expect(status).toBe(200);
    expect(databasePing).toHaveBeenCalledTimes(1);
    expect(identityPing).toHaveBeenCalledTimes(1);

    await ready();
    advanceMs(1_999);
    await ready();
    expect(databasePing).toHaveBeenCalledTimes(2);
    advanceMs(1);
    await ready();
    expect(databasePing).toHaveBeenCalledTimes(3);
    expect(identityPing).toHaveBeenCalledTimes(3);
  });

  describe("with a schema of another release", () => {
    const OTHER = { status: 503, body: { database: "other_schema" } };
    const readyAfter = async (change: RawBuilder<unknown>, undo: RawBuilder<unknown>) => {
      await change.execute(api.db);
      advanceMs(2_000);
      const { status, body } = await ready();
      await undo.execute(api.db);
      return { status, body };
    };
    const newer = (worksFrom: string | null) =>
      readyAfter(
        sql`insert into schema_migrations (name, checksum, works_from)
          values ('999_newer.sql', '', ${worksFrom})`,
        sql`delete from schema_migrations where name = '999_newer.sql'`,
      );

    it("is not ready where a newer one took away what it needs", async () => {
      expect(await newer("998_unknown.sql")).toMatchObject(OTHER);
    });

    it("stays ready where a newer one can be run on, during a rolling deployment", async () => {
      expect(await newer(null)).toEqual({ status: 200, body: { status: "ready" } });
    });

    it("is not ready where an older one was restored", async () => {
      const name = sql`name = '040_write_checks.sql'`;
      const answer = await readyAfter(
        sql`update schema_migrations set name = '000_other.sql' where ${name}`,
        sql`update schema_migrations set name = '040_write_checks.sql' where name = '000_other.sql'`,
      );
      expect(answer).toMatchObject(OTHER);
    });
  });
});
