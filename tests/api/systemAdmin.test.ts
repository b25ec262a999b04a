import { afterEach, expect, it } from "vitest";
import { inviteSystemAdmin, tryIdentity } from "../../server/commands/inviteSystemAdmin.ts";
import {
  CredentialRefusedError,
  IdentityUnavailableError,
  InvalidEmailError,
} from "../../server/identity/identity.ts";
import { StartError } from "../../server/start/startMessages.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { FailingIdentity } from "../support/failingIdentity.ts";
import { someEmail } from "../support/people.ts";

describeDatabase("inviting a system admin from the command line", (engine) => {
  const failing = new FailingIdentity();
  const api = suiteApi(engine, { identity: failing.over });

  afterEach(() => failing.works());

  /** What the command prints on stderr; "" if it succeeds. */
  async function lineOf(email: string, userName = "山田 太郎"): Promise<string> {
    const { config, db, identity } = api;
    const deps = { config, db, identity: failing.over(identity), now: () => new Date() };
    try {
      await inviteSystemAdmin({ ...deps, accountWaitMs: 60_000 }, { email, userName });
      return "";
    } catch (error) {
      expect(error).toBeInstanceOf(StartError);
      return error instanceof Error ? error.message : "";
    }
  }
  const stored = (email: string) =>
    api.db.selectFrom("users").select("is_system_admin").where("email", "=", email).execute();

  it("sends the mail", async () => {
    const email = someEmail();
    expect(await lineOf(email)).toBe("");
    expect(await api.mailsTo(email)).toEqual(["PASSWORD_RESET"]);
    expect(await stored(email)).toEqual([{ is_system_admin: true }]);
  });

  it("says in a line that the address is taken", async () => {
    const email = someEmail();
    await lineOf(email);
    expect(await lineOf(email)).toBe(`${email}: メールアドレスが重複しています。`);
    expect(await stored(email)).toHaveLength(1);
  });

  it("says in a line what is wrong with the address or the name", async () => {
    expect(await lineOf("nobody")).toBe("nobody: メールアドレスの形式で入力してください。");
    const email = someEmail();
    expect(await lineOf(email, " ")).toMatch(new RegExp(`^${email}: .*入力してください。$`));
    expect(await stored(email)).toEqual([]);
  });

  it("does not say that it has invited anybody whose account is still pending", async () => {
    failing.away();
    const email = someEmail();
    expect(await lineOf(email)).toBe(
      `${email} is saved, but not invited yet: away for the test. A running server continues until the mail is sent.`,
    );
    expect(await api.mailsTo(email)).toEqual([]);
  });

  it("says that the identity service rejects the address", async () => {
    failing.overrides = { createUser: () => Promise.reject(new InvalidEmailError("rejected")) };
    const email = someEmail();
    expect(await lineOf(email)).toBe(`${email}: the identity service rejects it.`);
  });

  it.each([
    new CredentialRefusedError("GOOGLE_APPLICATION_CREDENTIALS: there is none"),
    new IdentityUnavailableError("the identity service did not answer"),
  ])("tries the identity service before: %s", async (error) => {
    const tried = tryIdentity({ ping: () => Promise.reject(error) });
    await expect(tried).rejects.toMatchObject({
      constructor: StartError,
      message: `Nothing was changed: ${error.message}`,
    });
  });
});
