import { readFileSync } from "node:fs";
import { type RawBuilder, sql } from "kysely";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { contract } from "../../domain/contracts/schemas.ts";
import { tokyoDate } from "../../domain/text/dates.ts";
import { openDatabase } from "../../server/db/client.ts";
import { accountsFileIn } from "../../server/identity/openIdentity.ts";
import { type AdminClient, signInAsAdmin } from "../process/adminClient.ts";
import { untilNothingIsPending } from "../process/bothStores.ts";
import { crashSite } from "../process/crashingServer.ts";
import { expectCountsByRules, expectPagesInOrder } from "../support/contractOrderCheck.ts";
import { describeEachEngine } from "../support/database.ts";
import { CrashWrites, type SentCreate } from "./crashWrites.ts";

const WRITES = 200;
const IN_FLIGHT = 8;
const KILLED_AFTER = 100;
/** Two starts, which are slow on a busy machine. */
const LIMIT_MS = 240_000;

const list = z.object({ content: z.array(contract) });
const accounts = z.object({ users: z.array(z.object({ localId: z.string() })) });

// Most of the time goes into waiting for a lease, on both engines at once.
describe.concurrent("crashes", () => {
  describeEachEngine("a server killed during 200 writes", "crashes", (engine) => {
    const site = crashSite(engine);

    it(
      "starts again with every acknowledged write and nothing half written",
      async () => {
        const { start } = site();
        const first = start();
        const address = await first.address();
        const before = await signInAsAdmin(address);
        const writes = new CrashWrites(WRITES, (acknowledged) => {
          if (acknowledged === KILLED_AFTER) first.signalGroup("SIGKILL");
        });
        await writes.send(before, IN_FLIGHT);
        expect((await first.ended).signal).toBe("SIGKILL");
        expect(writes.acknowledged).toBeGreaterThanOrEqual(KILLED_AFTER);
        expect(writes.acknowledged).toBeLessThan(WRITES);

        const second = start();
        // The session still exists: its row was an acknowledged write, too.
        const admin = before.at(await second.address());
        await keepsWhatItAcknowledged(admin, writes);
        await takesUpWhatWasCutOff(admin, writes.cutOff);
        await untilNothingIsPending(admin);

        second.signal("SIGTERM");
        expect(await second.ended).toMatchObject({ code: 0, stderr: "" });
        await holdsNothingHalf(writes);
      },
      LIMIT_MS,
    );

    async function keepsWhatItAcknowledged(admin: AdminClient, writes: CrashWrites) {
      for (const [contractId, { contract: known, memoUnderWay }] of writes.known) {
        const { status, body } = await admin.send("GET", `/contracts/${contractId}`);
        expect(status).toBe(200);
        const stored = contract.parse(body);
        if (memoUnderWay !== undefined && stored.memo === memoUnderWay) {
          const { updatedAt, version } = stored;
          expect(stored).toEqual({ ...known, memo: memoUnderWay, updatedAt, version });
          expect(version).toBe(known.version + 1);
        } else expect(stored).toEqual(known);
      }
    }

    /** A write without an answer is complete or absent, and can be sent again. */
    async function takesUpWhatWasCutOff(admin: AdminClient, cutOff: readonly SentCreate[]) {
      expect(cutOff.length).toBeGreaterThan(0);
      for (const { input, key } of cutOff) {
        const [landed] = await find(admin, input);
        const again = await admin.send("POST", "/contracts", input, landed ? key : undefined);
        expect(again.status).toBe(201);
        if (landed) expect(again.body).toMatchObject({ contractId: landed.contractId });
        expect(await find(admin, input)).toHaveLength(1);
      }
    }

    async function find(admin: AdminClient, { organizationName, startDate }: SentCreate["input"]) {
      const q = encodeURIComponent(organizationName);
      const { body } = await admin.send("GET", `/contracts?size=100&q=${q}`);
      return list.parse(body).content.filter((one) => one.startDate === startDate);
    }

    async function holdsNothingHalf(writes: CrashWrites) {
      const { database: target, dataDir } = site();
      const database = await openDatabase(target);
      try {
        const names = async (query: RawBuilder<{ name: string }>) =>
          (await query.execute(database.db)).rows.map(({ name }) => name);
        const organizations = await names(sql`
          select organization_name as name from organizations where organization_name like '停電商事%'`);
        expect(organizations.sort()).toEqual(
          [...new Set(writes.creates.map(({ input }) => input.organizationName))].sort(),
        );
        expect(
          await names(sql`
            select organization_name as name from organizations o
            where not exists (select from contracts c where c.organization_id = o.organization_id)
              or not exists (select from users u where u.organization_id = o.organization_id)`),
        ).toEqual([]);
        // Each create and each change of a memo has its one event, and no event is without its effect.
        expect(
          await names(sql`
            select c.contract_id::text as name from contracts c
            join organizations o on o.organization_id = c.organization_id
            cross join lateral (
              select count(*) filter (where e.operation = 'createContract') as created,
                count(*) filter (where e.operation = 'updateContract') as changed
              from audit_events e
              where e.target_kind = 'contract' and e.target_id = c.contract_id::text
            ) logged
            where o.organization_name like '停電商事%'
              and (logged.created <> 1 or logged.changed <> c.version - 1)
            union all
            select e.target_id from audit_events e
            where e.target_kind = 'contract' and e.target_name like '停電商事%'
              and not exists (
                select from contracts c where c.contract_id::text = e.target_id)`),
        ).toEqual([]);
        const users = await names(sql`select user_id as name from users`);
        expect(users.sort()).toEqual(identitiesIn(dataDir).sort());
        await expectCountsByRules(database.db, tokyoDate(new Date()));
        await expectPagesInOrder(database.db);
      } finally {
        await database.close();
      }
    }

    function identitiesIn(dataDir: string): string[] {
      const { users } = accounts.parse(JSON.parse(readFileSync(accountsFileIn(dataDir), "utf8")));
      return users.map(({ localId }) => localId);
    }
  });
});
