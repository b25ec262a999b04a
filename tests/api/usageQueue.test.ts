import { describe, expect, it, vi } from "vitest";
import type { UsageEvent, UsageVerdict } from "../../domain/usage/rules.ts";
import { UsageRecorder } from "../../server/modules/usage/service/usageRecorder.ts";
import { gate } from "../support/gate.ts";
import { aUsageEvent } from "../support/usage.ts";

const MOST_OF_ORGANIZATION = 4_000;
const recorded: UsageVerdict = { result: "recorded", contractId: 1 };

const eventsOf = (organizationId: number, count: number) =>
  Array.from({ length: count }, () => aUsageEvent({ organizationId }));

/** A recorder whose transactions are held until the gate opens, and what each was given. */
function aRecorder(held = new Set<number>()) {
  const { passed, open } = gate();
  const batches: { organizations: number[]; patient: boolean }[] = [];
  const recorder = new UsageRecorder(async (events: readonly UsageEvent[], { patient }) => {
    batches.push({ organizations: events.map((event) => event.organizationId), patient });
    await passed;
    if (patient) throw Object.assign(new Error("lock not available"), { code: "55P03" });
    return events.map(({ organizationId }) => (held.has(organizationId) ? undefined : recorded));
  });
  return { recorder, batches, open };
}

const count = (organizations: readonly number[] | undefined, wanted: number) =>
  organizations?.filter((one) => one === wanted).length;

describe("the queue of usage events", () => {
  it("takes 4,000 events of an organization and refuses more, but not those of others", async () => {
    const { recorder, open } = aRecorder();
    const most = recorder.record(eventsOf(1, MOST_OF_ORGANIZATION));
    expect(() => recorder.record(eventsOf(1, 1))).toThrow(
      expect.objectContaining({ code: "TOO_MANY_AT_ONCE" }),
    );
    const mixed = [...eventsOf(2, 1), ...eventsOf(1, 1)];
    expect(() => recorder.record(mixed)).toThrow();
    const others = recorder.record(eventsOf(2, 10));
    open();
    expect(await others).toHaveLength(10);
    expect(await most).toHaveLength(MOST_OF_ORGANIZATION);
    expect(await recorder.record(mixed)).toHaveLength(2);
  });

  it("refuses everybody's events while too many wait in all", async () => {
    const { recorder, open } = aRecorder();
    const many = [1, 2, 3, 4, 5].map((id) => recorder.record(eventsOf(id, MOST_OF_ORGANIZATION)));
    expect(() => recorder.record(eventsOf(6, 1))).toThrow(
      expect.objectContaining({ code: "OVERLOADED" }),
    );
    open();
    await Promise.all(many);
  });

  it("takes the same share of every organization that has so many into the next transaction", async () => {
    const { recorder, batches, open } = aRecorder();
    const first = recorder.record(eventsOf(9, 1));
    const many = recorder.record(eventsOf(1, 3_000));
    const few = recorder.record(eventsOf(2, 5));
    const more = recorder.record(eventsOf(3, 600));
    open();
    await Promise.all([first, many, few, more]);
    const next = batches[1]?.organizations;
    expect(next).toHaveLength(1_000);
    expect([1, 2, 3].map((organizationId) => count(next, organizationId))).toEqual([498, 5, 497]);
    expect(batches.flatMap(({ organizations }) => organizations)).toHaveLength(3_606);
  });

  it("begins with the organizations that were not in the transaction before", async () => {
    const { recorder, batches, open } = aRecorder();
    const first = recorder.record(eventsOf(9_999, 1));
    const organizations = Array.from({ length: 1_500 }, (_, n) => n + 1);
    const others = organizations.map((organizationId) =>
      recorder.record(eventsOf(organizationId, 2)),
    );
    open();
    await Promise.all([first, ...others]);
    expect(batches.slice(1).map((batch) => batch.organizations)).toEqual([
      organizations.slice(0, 1_000),
      [...organizations.slice(1_000), ...organizations.slice(0, 500)],
      organizations.slice(500),
    ]);
  });

  it("forgets events whose request is answered by then", async () => {
    const { recorder, batches, open } = aRecorder();
    const first = recorder.record(eventsOf(9, 1));
    let isAnswered = false;
    const given = recorder.record(eventsOf(1, 5), { isAnswered: () => isAnswered });
    const stored = recorder.record(eventsOf(2, 3));
    isAnswered = true;
    open();
    await expect(given).rejects.toThrow();
    await Promise.all([first, stored]);
    expect(batches.map(({ organizations }) => organizations)).toEqual([[9], [2, 2, 2]]);
  });

  it("tells all that wait for a held contract to come again, once the lock was not free in time", async () => {
    const { recorder, batches, open } = aRecorder(new Set([1]));
    const waiting = recorder.record(eventsOf(1, 2_500));
    open();
    await expect(waiting).rejects.toMatchObject({ code: "55P03" });
    const patient = batches.filter((batch) => batch.patient);
    expect(patient).toHaveLength(1);
    expect(await recorder.record(eventsOf(2, 1))).toEqual([recorded]);
  });

  it("says of how many events it is certain that they were not recorded", async () => {
    const { recorder, open } = aRecorder(new Set([1]));
    let lost = 0;
    const onLost = (events: number) => {
      lost += events;
    };
    open();
    const waiting = recorder.record([...eventsOf(1, 3), ...eventsOf(2, 2)], { onLost });
    await expect(waiting).rejects.toMatchObject({ code: "55P03" });
    expect(lost).toBe(3);
    expect(() => recorder.record(eventsOf(1, MOST_OF_ORGANIZATION + 1), { onLost })).toThrow();
    expect(lost).toBe(3 + MOST_OF_ORGANIZATION + 1);
  });

  it("waits for the contracts of four organizations at once, and then for those of others", async () => {
    const { passed, open } = gate();
    const waitedFor: number[] = [];
    const recorder = new UsageRecorder(async (events, { patient }) => {
      if (!patient) return events.map(() => undefined);
      waitedFor.push(...events.map((event) => event.organizationId));
      await passed;
      return events.map(() => recorded);
    });
    const organizations = [1, 2, 3, 4, 5, 6];
    const waiting = recorder.record(organizations.flatMap((id) => eventsOf(id, 1)));
    await vi.waitUntil(() => waitedFor.length > 0);
    expect(waitedFor).toEqual([1, 2, 3, 4]);
    open();
    expect(await waiting).toHaveLength(organizations.length);
    expect(waitedFor).toEqual(organizations);
  });
});
