import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { actAsSystem } from "../../server/audit/acting.ts";
import { IdentityUnavailableError } from "../../server/identity/identity.ts";
import {
  awaitAccount,
  processAccountRequest,
} from "../../server/modules/people/accounts/processAccountRequest.ts";
import { claimRequest, deleteRequest } from "../../server/modules/people/accounts/queries.ts";
import { reconcileAccounts } from "../../server/modules/people/accounts/reconcileAccounts.ts";
import { requestAccount } from "../../server/modules/people/accounts/requestAccount.ts";
import { accountOf } from "../support/accounts.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { FailingIdentity } from "../support/failingIdentity.ts";
import { perSuite } from "../support/perSuite.ts";

/** Longer than a test: a user who comes back has not waited for this. */
const NEVER_MS = 3_600_000;

describeDatabase("accounts that another part looks after", (engine) => {
  const failing = new FailingIdentity();
  const api = suiteApi(engine);
  const own = perSuite(() => api.organization());

  afterEach(async () => {
    failing.works();
    await api.db.deleteFrom("identity_outbox").execute();
  });

  const deps = () => {
    const { config, db, identity, app, clock } = api;
    return { config, db, identity: failing.over(identity), now: clock.now, log: app.log };
  };
  const ask = (userId: string) =>
    api.db.transaction().execute((trx) => requestAccount(trx, userId));
  const requested = async () => {
    const rows = await api.db
      .selectFrom("identity_outbox")
      .select(["user_id", "version"])
      .execute();
    return new Map(rows.map(({ user_id, version }) => [user_id, version]));
  };

  describe("every night", () => {
    const compare = () => actAsSystem("reconcileAccounts", () => reconcileAccounts(deps()));

    it("are asked for where they differ, in any batch, and left alone otherwise", async () => {
      const users = [];
      for (let n = 0; n < 101; n += 1) users.push(await api.aUser(own));
      const ids = users.map(({ userId }) => userId).toSorted();
      const [first, last] = [ids.at(0), ids.at(-1)];
      if (!first || !last) throw new Error("101 users");
      failing.calls.length = 0;
      await compare();
      expect(await requested()).toEqual(new Map());
      expect(failing.calls.length).toBeGreaterThanOrEqual(2);
      await api.identity.updateUser(first, { userName: "誰か" });
      await api.identity.updateUser(last, { disabled: true });
      await compare();
      expect([...(await requested()).keys()].toSorted()).toEqual([first, last]);
    });

    it("are not asked for again where the identity service refuses them", async () => {
      const input = { ...own, identityError: "REFUSED" } as const;
      const [missing, renamed] = [await api.aUser(input), await api.aUser(input)];
      await api.identity.deleteUser(missing.userId);
      await api.identity.updateUser(renamed.userId, { userName: "誰か" });
      const lost = await api.aUser({ ...own, identityError: "ACCOUNT_LOST" });
      await api.identity.deleteUser(lost.userId);
      await compare();
      const asked = await requested();
      expect(asked.has(missing.userId)).toBe(false);
      expect(asked.has(renamed.userId)).toBe(true);
      expect(asked.has(lost.userId)).toBe(true);
    });

    it("are asked for where another made the address unverified, or left it so", async () => {
      const { userId } = await api.aUser(own);
      expect((await accountOf(api, userId))?.emailVerified).toBe(true);
      await api.identity.updateUser(userId, { emailVerified: false });
      await compare();
      expect((await requested()).has(userId)).toBe(true);
      await processAccountRequest(deps(), userId);
      expect((await accountOf(api, userId))?.emailVerified).toBe(true);
    });

    it("get a job at once, also where one was asked for that may have been lost", async () => {
      const { userId } = await api.aUser(own);
      await ask(userId);
      await sql`delete from pgboss.job where data->>'userId' = ${userId}`.execute(api.db);
      await compare();
      expect((await requested()).get(userId)).toBe(2);
      const { rows } = await sql<{ due: boolean }>`
        select start_after <= created_on as due from pgboss.job
        where name = 'account' and data->>'userId' = ${userId}`.execute(api.db);
      expect(rows).toEqual([{ due: true }]);
    });

    it("are compared another time while the identity service is away", async () => {
      failing.away();
      await expect(compare()).rejects.toThrow(IdentityUnavailableError);
      expect(await requested()).toEqual(new Map());
    });
  });

  describe("and a request that waits for its account", () => {
    const wait = (userId: string, accountWaitMs: number) =>
      awaitAccount({ ...deps(), accountWaitMs }, userId);

    it("goes on as soon as another copy has done the work", async () => {
      const { userId } = await api.aUser(own);
      await ask(userId);
      const lease = crypto.randomUUID();
      const claimed = await claimRequest(api.db, userId, { lease, seconds: 20 });
      let over = false;
      failing.calls.length = 0;
      const waiting = wait(userId, NEVER_MS).then(() => {
        over = true;
      });
      const version = claimed?.version ?? 0;
      // Long enough for a first look, which finds the lease of the other copy.
      for (let look = 0; look < 20; look += 1) await requested();
      expect(over).toBe(false);
      await api.db.transaction().execute((trx) => deleteRequest(trx, userId, { lease, version }));
      await waiting;
      expect(failing.calls).toEqual([]);
    });

    it("goes on after its time, and the account stays asked for", async () => {
      const { userId } = await api.aUser(own);
      await ask(userId);
      await claimRequest(api.db, userId, { lease: crypto.randomUUID(), seconds: 20 });
      await wait(userId, 1);
      expect((await requested()).has(userId)).toBe(true);
      const answers = failing.hangs();
      const other = await api.aUser(own);
      await ask(other.userId);
      await wait(other.userId, 1);
      expect((await requested()).has(other.userId)).toBe(true);
      await vi.waitFor(() => expect(failing.calls).toContain("findAccounts"));
      answers();
      await vi.waitFor(async () => {
        const row = await api.db
          .selectFrom("identity_outbox")
          .select("attempts")
          .where("user_id", "=", other.userId)
          .executeTakeFirstOrThrow();
        expect(row.attempts).toBe(1);
      });
    });
  });
});
