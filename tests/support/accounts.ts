import { sql } from "kysely";
import { expect, vi } from "vitest";
import type { TestApi } from "./api.ts";

/** The account of a user at the identity service; undefined without one. */
export async function accountOf({ identity }: TestApi, userId: string) {
  return (await identity.findAccounts([userId])).get(userId);
}

/** Waits until the job queue has processed all accounts, without its pauses. */
export async function untilSettled(api: Pick<TestApi, "db">): Promise<void> {
  const wanted = async () => {
    await aMinuteLater(api);
    const requests = api.db.selectFrom("identity_outbox").select("user_id");
    expect(await requests.execute()).toEqual([]);
  };
  await vi.waitFor(wanted, { timeout: 30_000, interval: 200 });
}

/** Makes every job due and every lease expired, as if a minute had passed. */
export async function aMinuteLater({ db }: Pick<TestApi, "db">): Promise<void> {
  await sql`update pgboss.job set start_after = start_after - interval '1 minute'
    where state < 'active'`.execute(db);
  await sql`update identity_outbox set leased_until = leased_until - interval '1 minute'`.execute(
    db,
  );
}
