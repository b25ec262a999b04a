import { sql } from "kysely";
import { expect, it } from "vitest";
import type { UsageEvent } from "../../domain/usage/rules.ts";
import { openMonth } from "../../server/modules/usage/queries/eventIds.ts";
import { openRecorder } from "../../server/modules/usage/service/openRecorder.ts";
import { aContract, anOrganization } from "../support/contractRows.ts";
import { describeDatabase, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import { april, aUsageEvent, NOON } from "../support/usage.ts";

const now = () => new Date(NOON);

describeDatabase("a repeated usage event", (engine) => {
  const database = perSuite(() => testDatabase(engine));

  async function recordedEvent() {
    const organizationId = await anOrganization(database.db);
    const contractId = await aContract(database.db, { organizationId, ...april });
    const event = aUsageEvent({ organizationId });
    expect(await record(event)).toEqual([{ result: "recorded", contractId }]);
    return { event, organizationId, contractId };
  }

  const logged: object[] = [];
  const log = { warn: () => {}, error: (details: object) => logged.push(details) };
  const record = (...events: UsageEvent[]) =>
    openRecorder({ db: database.db, now, log }).recorder.record(events);

  const loseRows = ({ organizationId }: Pick<UsageEvent, "organizationId">) =>
    sql`delete from ledger where organization_id = ${organizationId}`.execute(database.db);
  const countOf = async (contractId: number) =>
    (
      await database.db
        .selectFrom("contract_usage")
        .select("transcript_count")
        .where("contract_id", "=", contractId)
        .executeTakeFirst()
    )?.transcript_count;

  it("whose row of the ledger is gone is answered, counts once, and the loss is logged", async () => {
    const { event, contractId, organizationId } = await recordedEvent();
    await loseRows(event);
    const fresh = aUsageEvent({ organizationId });
    expect(await record(event, fresh)).toEqual([
      { result: "duplicate", contractId },
      { result: "recorded", contractId },
    ]);
    expect(await countOf(contractId)).toBe(2);
    expect(logged.splice(0)).toEqual([
      { events: 1, organizationId, eventId: event.eventId, occurredAt: event.occurredAt },
    ]);
  });

  it("counts once, too, if its id is of a month that is closed", async () => {
    const { event, contractId } = await recordedEvent();
    await loseRows(event);
    const { rows } = await sql<{ next: string }>`
      select (month + interval '1 month')::date as next from usage_event_months`.execute(
      database.db,
    );
    await database.db.transaction().execute((trx) => openMonth(trx, String(rows[0]?.next), now()));
    expect(await record(event)).toEqual([{ result: "duplicate", contractId }]);
    expect(await countOf(contractId)).toBe(1);
  });

  it("is answered where no contract covers its day any more", async () => {
    const { event, contractId } = await recordedEvent();
    await loseRows(event);
    await sql`
      update contract_usage set end_date = '2026-04-02' where contract_id = ${contractId}`.execute(
      database.db,
    );
    expect(await record(event)).toEqual([{ result: "no_contract" }]);
  });

  it("whose id is gone is known by its row of the ledger", async () => {
    const { event, contractId, organizationId } = await recordedEvent();
    await sql`delete from usage_event_ids where organization_id = ${organizationId}`.execute(
      database.db,
    );
    expect(await record(event)).toEqual([{ result: "duplicate", contractId }]);
    expect(await countOf(contractId)).toBe(1);
  });
});
