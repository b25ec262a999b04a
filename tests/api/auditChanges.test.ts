import { beforeAll, describe, expect, it, vi } from "vitest";
import { actAsSystem } from "../../server/audit/acting.ts";
import { reconcileAccounts } from "../../server/modules/people/accounts/reconcileAccounts.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import {
  auditWorld,
  eventsDuring,
  eventsOf,
  latestEvent,
  type StoredEvent,
  storedEvents,
} from "../support/auditEvents.ts";
import { CONTRACTS, contractOf, newContract } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import { SERVICE_KEYS } from "../support/serviceKeys.ts";
import { newUser, USERS, userOf } from "../support/userRequests.ts";
import { aWorkspace, WORKSPACES, workspaceOf } from "../support/workspaceRequests.ts";

const log = { warn: vi.fn(), error: vi.fn() };

describeDatabase("the event of the audit log", (engine) => {
  const api = suiteApi(engine);
  const world = perSuite(() => auditWorld(api));
  let provider: ApiClient;
  let organizationId: number;

  beforeAll(async () => {
    ({ provider, organizationId } = world);
  });

  const latest = () => latestEvent(api.db);
  const changesOf = async () => (await latest())?.changes;

  describe("of any change", () => {
    it("names who did it, the record as it was called, and each field before and after", async () => {
      const contractId = await aContract(api.db, { organizationId, maxTranscriptCount: 120 });
      await provider.patch(`${CONTRACTS}/${contractId}`, { maxTranscriptCount: 200, memo: "至急" });
      expect(await latest()).toMatchObject({
        organization_id: organizationId,
        operation: "updateContract",
        outcome: "DONE",
        actor_kind: "user",
        actor_id: world.admin.userId,
        actor_name: "運営 一郎",
        target_kind: "contract",
        target_id: String(contractId),
        target_name: "青空商事",
        changes: [
          { field: "maxTranscriptCount", before: 120, after: 200 },
          { field: "memo", before: "", after: "至急" },
        ],
        address: provider.address,
      });
    });

    it("is missing where nothing changed, and where the request was refused", async () => {
      const contractId = await aContract(api.db, { organizationId: await api.anOrganization() });
      const url = `${CONTRACTS}/${contractId}`;
      const events = await eventsDuring(api.db, async () => {
        await provider.patch(url, { memo: "" });
        expect((await provider.patch(url, { endDate: "2000-01-01" })).status).toBe(422);
        const stale = await provider.patch(url, { memo: "古い" }, { "if-match": '"99"' });
        expect(stale.status).toBe(412);
      });
      expect(events).toEqual([]);
    });
  });

  describe("of contracts, organizations and people", () => {
    it("is one for the organization, its admin and its contract where all are new", async () => {
      const events = await eventsDuring(api.db, () => provider.post(CONTRACTS, newContract()));
      const own = events.filter(({ actor_kind }) => actor_kind === "user");
      expect(own.map(({ target_kind }) => target_kind).toSorted()).toEqual([
        "contract",
        "organization",
        "user",
      ]);
      const owners = new Set(events.map(({ organization_id }) => organization_id));
      expect(owners.size).toBe(1);
      expect(owners).not.toContain(0);
    });

    it("holds the day and the reason of a termination, and takes both back", async () => {
      const { contractId, endDate } = contractOf(
        await provider.post(
          CONTRACTS,
          newContract({ startDate: "2026-01-01", endDate: "2098-12-31" }),
        ),
      );
      const url = `${CONTRACTS}/${contractId}`;
      const terminated = { terminationDate: "2098-06-30", reason: "統合のため" };
      expect((await provider.post(`${url}/terminate`, terminated)).status).toBe(200);
      const changes = [
        { field: "terminationDate", before: null, after: "2098-06-30" },
        { field: "terminationReason", before: null, after: "統合のため" },
      ];
      expect(await latest()).toMatchObject({ operation: "terminateContract", changes });
      expect((await provider.post(`${url}/reinstate`, {})).status).toBe(200);
      expect(await latest()).toMatchObject({
        operation: "reinstateContract",
        changes: changes.map(({ field, before, after }) => ({
          field,
          before: after,
          after: before,
        })),
      });
      expect(endDate).toBe("2098-12-31");
    });

    it("holds what a deleted contract was", async () => {
      const { contractId } = contractOf(
        await provider.post(CONTRACTS, newContract({ memo: "試験" })),
      );
      expect((await provider.delete(`${CONTRACTS}/${contractId}`)).status).toBe(200);
      const event = await latest();
      expect(event).toMatchObject({ operation: "deleteContract", target_id: String(contractId) });
      expect(event?.changes).toContainEqual({ field: "memo", before: "試験", after: null });
      expect(event?.changes.every(({ after }) => after === null)).toBe(true);
    });

    it("names an organization as it is called since", async () => {
      const id = await api.anOrganization("旧社名");
      await provider.patch(`/admin/api/v1/organizations/${id}`, { organizationName: "新社名" });
      expect(await latest()).toMatchObject({
        organization_id: id,
        operation: "updateOrganization",
        target_kind: "organization",
        changes: [{ field: "organizationName", before: "旧社名", after: "新社名" }],
      });
    });

    it("shows the rights that a person was given, and that one was disabled", async () => {
      const { userId } = userOf(await provider.post(USERS, newUser({ organizationId })));
      await provider.patch(`${USERS}/${userId}`, { isOrganizationAdmin: true });
      expect((await eventsOf(api.db, "updateUser")).at(-1)).toMatchObject({
        target_kind: "user",
        target_id: userId,
        changes: [{ field: "isOrganizationAdmin", before: false, after: true }],
      });
      await provider.patch(`${USERS}/${userId}`, { status: "DISABLED" });
      expect((await eventsOf(api.db, "updateUser")).at(-1)?.changes).toEqual([
        { field: "status", before: "INVITED", after: "DISABLED" },
      ]);
    });

    it("names those who were added to a workspace and removed from it", async () => {
      const { staff, dictionaryAdmin, organizationAdmin } = world;
      const workspaceId = await aWorkspace(api, { organizationId });
      const url = `${WORKSPACES}/${workspaceId}/members`;
      const client = api.as(organizationAdmin);
      await client.put(url, { userIds: [staff.userId, dictionaryAdmin.userId] });
      await client.put(url, { userIds: [dictionaryAdmin.userId, organizationAdmin.userId] });
      expect(await changesOf()).toEqual([
        {
          field: "members",
          before: [{ userId: staff.userId, userName: staff.userName }],
          after: [{ userId: organizationAdmin.userId, userName: "組織 花子" }],
        },
      ]);
    });

    it("is that of the workspace when it is made, renamed and deleted", async () => {
      const client = api.as(world.organizationAdmin);
      const made = workspaceOf(await client.post(WORKSPACES, { workspaceName: "第一営業部" }));
      const url = `${WORKSPACES}/${made.workspaceId}`;
      const events = await eventsDuring(api.db, async () => {
        await client.patch(url, { workspaceName: "第二営業部" });
        expect((await client.delete(url)).status).toBeLessThan(300);
      });
      expect(events.map(({ operation, changes }) => [operation, changes])).toEqual([
        [
          "updateWorkspace",
          [{ field: "workspaceName", before: "第一営業部", after: "第二営業部" }],
        ],
        ["deleteWorkspace", [{ field: "workspaceName", before: "第二営業部", after: null }]],
      ]);
    });
  });

  describe("of service keys and accounts", () => {
    it("has a key by its name when it is made and when it is revoked, never the key", async () => {
      const made = Object(
        (await provider.post(SERVICE_KEYS, { name: "録音", scopes: ["limits.read"] })).body,
      );
      expect(await latest()).toMatchObject({
        organization_id: 0,
        operation: "createServiceKey",
        target_kind: "serviceKey",
        target_id: String(made.serviceKeyId),
        target_name: "録音",
        changes: [
          { field: "name", before: null, after: "録音" },
          { field: "scopes", before: null, after: ["limits.read"] },
        ],
      });
      await provider.delete(`${SERVICE_KEYS}/${made.serviceKeyId}`);
      expect(await latest()).toMatchObject({
        operation: "revokeServiceKey",
        target_id: String(made.serviceKeyId),
        changes: [{ field: "revokedAt", before: null, after: expect.any(String) }],
      });
      expect(JSON.stringify(await storedEvents(api.db))).not.toContain(made.key);
    });

    it("has the accounts that the nightly job repairs, and the system as who did it", async () => {
      const person = await api.aUser({ organizationId });
      await api.identity.updateUser(person.userId, { userName: "誰か" });
      const repair = () =>
        actAsSystem("reconcileAccounts", () =>
          reconcileAccounts({ ...api, now: api.clock.now, log }),
        );
      const isOwn = ({ target_id }: StoredEvent) => target_id === person.userId;
      expect((await eventsDuring(api.db, repair)).filter(isOwn)).toMatchObject([
        {
          organization_id: organizationId,
          operation: "reconcileAccounts",
          actor_kind: "system",
          actor_id: null,
          target_kind: "user",
          address: null,
        },
      ]);
      // What is requested already is no further event.
      expect((await eventsDuring(api.db, repair)).filter(isOwn)).toEqual([]);
    });
  });
});
