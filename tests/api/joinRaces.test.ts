import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { userNameColumns } from "../../server/db/listPage.ts";
import { suiteApi } from "../support/api.ts";
import { assertionsAt } from "../support/assertions.ts";
import { describePostgres } from "../support/database.ts";
import { emulatorOfFile } from "../support/emulatorIdentity.ts";
import { perTest } from "../support/perSuite.ts";
import { USERS } from "../support/userRequests.ts";
import { aDomain, withSso } from "../support/ways.ts";

const PROFILE = "/api/v1/users/me";

describePostgres("a first sign-in by single sign-on that makes a member", () => {
  const emulator = emulatorOfFile();
  const { assert } = assertionsAt(emulator.url);
  const api = suiteApi("postgres", () => ({ identityService: emulator.identity() }));
  const own = perTest(() => api.organization());
  const admin = api.asSystemAdmin();

  const someone = async () => {
    const { organizationId } = own;
    const provider = await withSso(api, organizationId, { joinOnFirstSignIn: true });
    const domain = `o${organizationId}.example.jp`;
    await aDomain(api, organizationId, domain);
    const email = `new@${domain}`;
    const { idToken = "" } = await assert(provider, email);
    return { email, authorization: `Bearer ${idToken}` };
  };
  const alerts = async () => {
    const url = `/admin/api/v1/alerts?organizationId=${own.organizationId}`;
    return Object((await admin.get(url)).body).content;
  };
  const someoneWaits = () =>
    vi.waitUntil(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
      return rows.length > 0;
    });

  it("is refused as a sign-in is, where the address was invited at the same moment", async () => {
    const { email, authorization } = await someone();
    const at = api.clock.now();
    const signedIn = await api.db.transaction().execute(async (trx) => {
      await trx
        .insertInto("users")
        .values({
          user_id: `invited-${own.organizationId}`,
          organization_id: own.organizationId,
          email,
          ...userNameColumns("招待 された人", null, email),
          created_at: at,
          updated_at: at,
        })
        .execute();
      const answer = api.anonymous.get(PROFILE, { authorization });
      await someoneWaits();
      return { answer };
    });
    expect(await signedIn.answer).toMatchObject({ status: 401, body: { code: "WAY_NOT_ALLOWED" } });
  });

  it("lets the person in, where the page asks for several things at once", async () => {
    const { authorization } = await someone();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.anonymous.get(PROFILE, { authorization })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await alerts()).toEqual([]);
  });

  it("is refused or makes an invitation a taken address, whichever comes first", async () => {
    const { email, authorization } = await someone();
    const invitation = { email, userName: "新人", organizationId: own.organizationId };
    const [signedIn, invited] = await Promise.all([
      api.anonymous.get(PROFILE, { authorization }),
      admin.post(USERS, invitation),
    ]);
    expect([
      [200, 409],
      [401, 201],
    ]).toContainEqual([signedIn.status, invited.status]);
  });
});
