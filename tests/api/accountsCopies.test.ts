import { expect, it, vi } from "vitest";
import { jobHandlers } from "../../server/background.ts";
import { JobRunner } from "../../server/jobs/jobRunner.ts";
import { processAccountRequest } from "../../server/modules/people/accounts/processAccountRequest.ts";
import { requestAccount } from "../../server/modules/people/accounts/requestAccount.ts";
import { accountOf, aMinuteLater, untilSettled } from "../support/accounts.ts";
import { suiteApi } from "../support/api.ts";
import { describePostgres } from "../support/database.ts";
import { databaseLine } from "../support/databaseLine.ts";
import { gate } from "../support/gate.ts";

describePostgres("copies of the API over one database", () => {
  const api = suiteApi("postgres");
  const said: string[] = [];
  const log = {
    info: () => {},
    warn: (_: object, message: string) => said.push(message),
    error: (_: object, message: string) => said.push(message),
  };

  const rename = (userId: string, userName: string) =>
    api.db.transaction().execute(async (trx) => {
      await trx
        .updateTable("users")
        .set({ user_name: userName })
        .where("user_id", "=", userId)
        .execute();
      await requestAccount(trx, userId);
    });

  it("never write an older state over a newer one: one works at a time, and repeats", async () => {
    const { userId } = await api.aUser({ organizationId: await api.anOrganization() });
    const { passed, open } = gate();
    const slow = {
      ...api.identity,
      findAccounts: api.identity.findAccounts,
      updateUser: async (id: string, changes: object) => {
        await passed;
        await api.identity.updateUser(id, changes);
      },
    };
    await rename(userId, "古い 名前");
    const first = processAccountRequest(
      { ...api, now: api.clock.now, identity: slow, log },
      userId,
    );
    await vi.waitFor(async () => {
      const row = await api.db
        .selectFrom("identity_outbox")
        .select("lease")
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      expect(row.lease).not.toBe(null);
    });
    await rename(userId, "新しい 名前");
    expect(await processAccountRequest({ ...api, now: api.clock.now, log }, userId)).toEqual({
      kind: "elsewhere",
    });
    open();
    expect(await first).toEqual({ kind: "done" });
    expect(await accountOf(api, userId)).toMatchObject({ userName: "新しい 名前" });
  });

  it("end equal however many of them work at once", async () => {
    const { userId } = await api.aUser({ organizationId: await api.anOrganization() });
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        await rename(userId, `名前 ${n}`);
        await processAccountRequest({ ...api, now: api.clock.now, log }, userId);
      }),
    );
    await processAccountRequest({ ...api, now: api.clock.now, log }, userId);
    const { user_name } = await api.db
      .selectFrom("users")
      .select("user_name")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    expect(await accountOf(api, userId)).toMatchObject({ userName: user_name });
  });

  it("continue by themselves after the database was away, and log it once", async () => {
    const line = await databaseLine(api.database);
    const { passed, open } = gate();
    const asked = vi.fn();
    const findAccounts = async (userIds: readonly string[]) => {
      asked();
      await passed;
      return api.identity.findAccounts(userIds);
    };
    const identity = { ...api.identity, findAccounts };
    const { database } = line;
    const now = () => new Date();
    const deps = { config: api.config, database, db: database.db, identity, now, log };
    const runner = new JobRunner({
      db: line.database.db,
      log,
      pollSeconds: 0.5,
      handlers: jobHandlers(deps),
    });
    await runner.start();
    said.length = 0;
    // A job that ends while the database is away.
    const { userId } = await api.aUser({ organizationId: await api.anOrganization() });
    await rename(userId, "断線 前");
    await aMinuteLater(api);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 10_000 });
    await line.cut();
    open();
    await vi.waitFor(() => expect(said).toContain("could not complete a job"), {
      timeout: 20_000,
    });
    await rename(userId, "断線 後");
    await line.restore();
    await untilSettled(api);
    expect(await accountOf(api, userId)).toMatchObject({ userName: "断線 後" });
    expect(said.filter((message) => message === "could not complete a job")).toHaveLength(1);
    await runner.stop();
    await line.close();
  });
});
