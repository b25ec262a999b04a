import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import {
  publishUnlogged,
  publishUsage,
  type UnloggedRecord,
} from "../../server/events/publishChange.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { type EventClient, listening } from "../support/eventStream.ts";
import { perSuite } from "../support/perSuite.ts";

const RESOURCES = [
  "dictionaries",
  "workspaces",
  "users",
  "contracts",
  "limits",
  "alerts",
  "organizations",
  "sessions",
  "secrets",
];

describeDatabase("who hears of what", (engine) => {
  const api = suiteApi(engine);
  const people = perSuite(() => listening(api));
  const own = perSuite(() => api.organization());

  const announce = (record: UnloggedRecord, type: "updated" | "locked" = "updated") =>
    publishUnlogged(api.db, record, type);

  /** Announces a change of every kind, and last one that the client hears in any case. */
  async function heardOf(client: EventClient, last: UnloggedRecord): Promise<string[]> {
    for (const resource of RESOURCES) await announce({ ...own, resource, id: 1 });
    await announce({ ...own, resource: "dictionaries", id: 1 }, "locked");
    await announce({ ...own, resource: "contracts", id: 1 }, "locked");
    await announce(last);
    const topics = await client.hearsOf(`resource/users/${last.id}`);
    await client.close();
    return topics;
  }

  it("lets staff and dictionary admins hear what all members read", async () => {
    for (const flags of [{}, { isDictionaryAdmin: true }]) {
      const client = await people.staff(await api.aUser({ ...own, ...flags }));
      expect(await heardOf(client, { ...own, resource: "users", id: "last" })).toEqual([
        "resource/dictionaries/1",
        "resource/workspaces/1",
        "resource/users/1",
        "resource/limits/1",
        "lock/dictionaries/1",
      ]);
    }
  });

  it("lets organization admins hear of contracts and alerts as well", async () => {
    const user = await api.aUser({ ...own, isOrganizationAdmin: true });
    const client = await people.staff(user);
    expect(await heardOf(client, { ...own, resource: "users", id: "last" })).toEqual([
      "resource/dictionaries/1",
      "resource/workspaces/1",
      "resource/users/1",
      "resource/contracts/1",
      "resource/limits/1",
      "resource/alerts/1",
      "lock/dictionaries/1",
    ]);
  });

  it("lets system admins hear in their area of what they read, of all organizations", async () => {
    const client = await people.admin(await api.aUser());
    const last = { organizationId: null, resource: "users", id: "last" };
    expect(await heardOf(client, last)).toEqual([
      "resource/dictionaries/1",
      "resource/workspaces/1",
      "resource/users/1",
      "resource/contracts/1",
      "resource/alerts/1",
      "resource/organizations/1",
    ]);
  });

  it("lets a system admin hear nothing of any organization in the staff area", async () => {
    const client = await people.staff(await api.aUser());
    const witness = await people.staff(await api.aUser(own));
    await announce({ ...own, resource: "users", id: 1 });
    await announce({ organizationId: null, resource: "users", id: 2 });
    await witness.hears(1);
    await client.close();
    expect(client.events()).toEqual([]);
    await witness.close();
  });

  it("tells of use in one event for system admins, and to members only of their own", async () => {
    const elsewhere = await api.anOrganization();
    const [admin, manager, staff, stranger] = await Promise.all([
      people.admin(await api.aUser()),
      people.staff(await api.aUser({ ...own, isOrganizationAdmin: true })),
      people.staff(await api.aUser(own)),
      people.staff(await api.aUser({ organizationId: elsewhere, isOrganizationAdmin: true })),
    ]);
    await publishUsage(api.db, {
      used: [
        [own.organizationId, 7],
        [elsewhere, 8],
        [own.organizationId, 9],
      ],
    });
    const updated = (topic: string, ids: number[]) => ({
      topic,
      type: "updated",
      payload: { ids },
    });
    const ownLimits = updated(`resource/limits/${own.organizationId}`, [own.organizationId]);
    expect(await admin.hears(1)).toEqual([updated("resource/contracts", [7, 8, 9])]);
    expect(await manager.hears(2)).toEqual([updated("resource/contracts", [7, 9]), ownLimits]);
    expect(await staff.hears(1)).toEqual([ownLimits]);
    expect(await stranger.hears(2)).toEqual([
      updated("resource/contracts", [8]),
      updated(`resource/limits/${elsewhere}`, [elsewhere]),
    ]);
    for (const client of [admin, manager, staff, stranger]) await client.close();
  });

  it("uses the current rights once a change of the user is announced", async () => {
    const user = await api.aUser({ ...own, isOrganizationAdmin: true });
    const client = await people.staff(user);
    await api.db.transaction().execute(async (trx) => {
      await trx
        .updateTable("users")
        .set({ is_organization_admin: false })
        .where("user_id", "=", user.userId)
        .execute();
      await publishUnlogged(trx, { ...own, resource: "users", id: user.userId }, "updated");
    });
    await vi.waitFor(
      async () => {
        const id = randomUUID();
        await announce({ ...own, resource: "contracts", id });
        await announce({ ...own, resource: "users", id });
        expect(await client.hearsOf(`resource/users/${id}`)).not.toContain(
          `resource/contracts/${id}`,
        );
      },
      { timeout: 10_000, interval: 10 },
    );
    await client.close();
  });
});
