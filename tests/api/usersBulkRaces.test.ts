import { describe, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { describePostgres } from "../support/database.ts";
import type { TestUser } from "../support/people.ts";
import { MEMBERS, USERS } from "../support/userRequests.ts";

const disabling = (...users: readonly TestUser[]) => ({
  action: "DISABLE",
  users: users.map(({ userId }) => ({ userId })),
});
const many = (client: ApiClient, base: string, change: object) =>
  client.post(`${base}/bulk`, { changes: [change] });

describePostgres("many users at the same time on postgres", () => {
  const api = suiteApi("postgres");

  describe("of two admins who disable each other with others", () => {
    it("one of an organization remains, every time", async () => {
      for (let round = 0; round < 10; round += 1) {
        const organizationId = await api.anOrganization();
        const input = { organizationId, isOrganizationAdmin: true };
        const [one, other] = [await api.aUser(input), await api.aUser(input)];
        const staff = [await api.aUser({ organizationId }), await api.aUser({ organizationId })];
        const clients = [api.as(one), api.as(other)];
        await Promise.all(clients.map((client) => client.get(MEMBERS)));
        const answers = await Promise.all([
          many(api.as(one), MEMBERS, disabling(...staff, other)),
          round % 2 === 0
            ? many(api.as(other), MEMBERS, disabling(one, ...staff))
            : api.as(other).patch(`${MEMBERS}/${one.userId}`, { status: "DISABLED" }),
        ]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        const admins = await api.db
          .selectFrom("users")
          .select("user_id")
          .where("organization_id", "=", organizationId)
          .where("is_organization_admin", "=", true)
          .where("status", "<>", "DISABLED")
          .execute();
        expect(admins).toHaveLength(1);
      }
    });

    it("one of the system remains, every time", async () => {
      for (let round = 0; round < 5; round += 1) {
        await api.db.updateTable("users").set({ is_system_admin: false }).execute();
        const [one, other] = [await api.aUser(), await api.aUser()];
        const clients = [api.asSystemAdmin(one), api.asSystemAdmin(other)];
        await Promise.all(clients.map((client) => client.get(USERS)));
        const answers = await Promise.all([
          many(api.asSystemAdmin(one), USERS, disabling(other)),
          many(api.asSystemAdmin(other), USERS, disabling(one)),
        ]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        const admins = await api.db
          .selectFrom("users")
          .select("user_id")
          .where("is_system_admin", "=", true)
          .where("status", "<>", "DISABLED")
          .execute();
        expect(admins).toHaveLength(1);
      }
    });
  });
});
