import { expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { someEmail } from "../support/people.ts";
import { perTest } from "../support/perSuite.ts";
import { aDirectory, entraUser, patchOf, SCIM_GROUPS, SCIM_USERS } from "../support/scim.ts";
import {
  checkOf,
  checkPeople,
  importPeople,
  MEMBER_IMPORTS,
  peopleCsv,
  USER_IMPORTS,
  userImportOf,
} from "../support/userImportRequests.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const MANAGED =
  "ディレクトリ（SCIM）で管理されているため、ここでは変更できません。ディレクトリで変更してください。";

describeDatabase("an import of people beside a directory", (engine) => {
  const api = suiteApi(engine);
  const own = perTest(() => api.organization());
  const admin = api.as(perTest(() => api.aUser({ ...own, isOrganizationAdmin: true })));
  const directory = aDirectory(api, own);

  const managed = async () => {
    const email = someEmail("managed");
    const { body } = await directory.post(SCIM_USERS, entraUser(email));
    return { email, id: String(Object(body).id) };
  };
  const checked = async (rows: readonly string[]) => {
    const content = peopleCsv(rows);
    const answer = await checkPeople(admin, MEMBER_IMPORTS, content);
    expect(answer.status, answer.text).toBe(200);
    return { ...checkOf(answer), content };
  };
  const verdicts = ({ rows }: Awaited<ReturnType<typeof checked>>) =>
    rows.map(({ verdict, reason, wrong }) => [verdict, reason, wrong]);

  it("says in the row what the directory rules, and imports the others", async () => {
    const person = await managed();
    const other = await managed();
    const fresh = someEmail("new");
    const dryRun = await checked([
      `別 名,,${person.email},,`,
      `佐藤 花子,サトウ ハナコ,${other.email},,`,
      `新人,,${fresh},,`,
    ]);
    expect(verdicts(dryRun)).toEqual([
      ["ERROR", MANAGED, ["userName"]],
      ["UPDATE", null, []],
      ["NEW", null, []],
    ]);
    const { content, digest } = dryRun;
    const answer = await importPeople(admin, MEMBER_IMPORTS, content, { digest, skipErrors: true });
    expect(answer.status, answer.text).toBe(201);
    expect(userImportOf(answer).result).toMatchObject({ added: 1, updated: 1, skipped: 1 });
  });

  it("says so of roles, of a new person too", async () => {
    const member = await api.aUser({ ...own, userName: "山田" });
    const role = `${SCIM_GROUPS}/dictionaryAdmin`;
    await directory.patch(role, patchOf({ op: "Add", path: "externalId", value: "keepers" }));
    const dryRun = await checked([
      `山田,,${member.email},辞書管理者,`,
      `新人,,${someEmail("new")},辞書管理者,`,
      `新人,,${someEmail("new")},組織管理者,`,
    ]);
    expect(verdicts(dryRun)).toEqual([
      ["ERROR", MANAGED, ["roles"]],
      ["ERROR", MANAGED, ["roles"]],
      ["NEW", null, []],
    ]);
  });

  it("says so of workspaces whose members it rules", async () => {
    const member = await api.aUser({ ...own, userName: "山田" });
    const workspaceId = await aWorkspace(api, { ...own, workspaceName: "営業部" });
    const url = `${SCIM_GROUPS}/${workspaceId}`;
    await directory.patch(
      url,
      patchOf({ op: "Add", path: "members", value: [{ value: member.userId }] }),
    );
    await aWorkspace(api, { ...own, workspaceName: "総務部" });
    const dryRun = await checked([
      `山田,,${member.email},,総務部`,
      `新人,,${someEmail("new")},,営業部`,
      `新人,,${someEmail("new")},,総務部`,
    ]);
    expect(verdicts(dryRun)).toEqual([
      ["ERROR", MANAGED, ["workspaces"]],
      ["ERROR", MANAGED, ["workspaces"]],
      ["NEW", null, []],
    ]);
  });

  it("disables nobody whom it rules for being missing in the file", async () => {
    const gone = await api.aUser({ ...own, userName: "退職 者" });
    const person = await managed();
    const dryRun = await checked([`新人,,${someEmail("new")},,`]);
    expect(dryRun.rows.map(({ verdict, before }) => [verdict, before?.email])).toEqual([
      ["NEW", undefined],
      ["DISABLE", gone.email],
    ]);
    const { content, digest } = dryRun;
    const choice = { digest, disablesMissing: true };
    const answer = await importPeople(admin, MEMBER_IMPORTS, content, choice);
    expect(answer.status, answer.text).toBe(201);
    expect((await directory.get(`${SCIM_USERS}/${person.id}`)).body).toMatchObject({
      active: true,
    });
  });

  it("says so to system admins as well", async () => {
    const person = await managed();
    const { organization_no: number } = await api.db
      .selectFrom("organizations")
      .select("organization_no")
      .where("organization_id", "=", own.organizationId)
      .executeTakeFirstOrThrow();
    const content = peopleCsv(
      [`別 名,,${person.email},${number}`],
      "氏名,フリガナ,メールアドレス,組織番号",
    );
    const answer = await checkPeople(api.asSystemAdmin(), USER_IMPORTS, content);
    expect(checkOf(answer).rows).toMatchObject([
      { verdict: "ERROR", reason: MANAGED },
      // The admin of the organization.
      { verdict: "DISABLE" },
    ]);
  });
});
