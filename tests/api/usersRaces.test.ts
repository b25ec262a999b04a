import { describe, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { describePostgres } from "../support/database.ts";
import { MEMBERS, newUser, USERS } from "../support/userRequests.ts";

describePostgres("users at the same time on postgres", () => {
  const api = suiteApi("postgres");

  describe("of two admins who demote each other", () => {
    it("one of an organization remains, every time", async () => {
      for (let round = 0; round < 10; round += 1) {
        const organizationId = await api.anOrganization();
        const input = { organizationId, isOrganizationAdmin: true };
        const [one, other] = [await api.aUser(input), await api.aUser(input)];
        const clients = [api.as(one), api.as(other)];
        await Promise.all(clients.map((client) => client.get(MEMBERS)));
        const body = round % 2 === 0 ? { isOrganizationAdmin: false } : { status: "DISABLED" };
        const answers = await Promise.all([
          clients[0]?.patch(`${MEMBERS}/${other.userId}`, body),
          clients[1]?.patch(`${MEMBERS}/${one.userId}`, body),
        ]);
        expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
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
          clients[0]?.patch(`${USERS}/${other.userId}`, { isSystemAdmin: false }),
          clients[1]?.patch(`${USERS}/${one.userId}`, { isSystemAdmin: false }),
        ]);
        expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
        const admins = await api.db
          .selectFrom("users")
          .select("user_id")
          .where("is_system_admin", "=", true)
          .execute();
        expect(admins).toHaveLength(1);
      }
    });
  });

  it("invites one of 20 with the same e-mail, and leaves nothing of the others", async () => {
    const admin: ApiClient = api.asSystemAdmin();
    const organizationId = await api.anOrganization();
    await admin.get(USERS);
    const { email } = newUser();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        admin.post(USERS, { email, userName: `候補 ${n}`, organizationId }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ code: "EMAIL_EXISTS" });
    }
    const rows = await api.db
      .selectFrom("users")
      .select("user_id")
      .where("email", "=", email)
      .execute();
    expect(rows).toHaveLength(1);
    expect(await api.db.selectFrom("identity_outbox").selectAll().execute()).toEqual([]);
    // The account that is left belongs to the row.
    await api.identity.deleteUser(String(rows[0]?.user_id));
    await api.identity.createUser({ userId: `free-${email}`, email, userName: "空き" });
  });

  it("refuses one of two changes that expect the same version", async () => {
    const admin = api.asSystemAdmin();
    const { userId } = await api.aUser({ organizationId: await api.anOrganization() });
    const answers = await Promise.all(
      ["甲", "乙"].map((userName) =>
        admin.patch(`${USERS}/${userId}`, { userName }, { "if-match": '"1"' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});
