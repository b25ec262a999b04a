import { randomUUID } from "node:crypto";
import { subSeconds } from "date-fns";
import type { Transaction } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { searchKeys } from "../../domain/searchKey.ts";
import type { Database } from "../../server/db/client.ts";
import type { Tables } from "../../server/db/tables.ts";
import { firebaseIdentity } from "../../server/identity/firebase.ts";
import { type IdentityService, IdentityUnavailableError } from "../../server/identity/identity.ts";
import {
  type InvitationDeps,
  type InvitedUser,
  newUserId,
  sweepIdentityIntents,
  withInvitedUser,
} from "../../server/modules/users/invitation.ts";
import { describeEachEngine, testDatabase } from "../support/database.ts";
import { TEST_PROJECT } from "../support/globalSetup.ts";
import { mailsTo } from "../support/mails.ts";
import { someEmail } from "../support/people.ts";

const NOW = new Date("2026-04-15T01:00:00Z");

class Refused extends Error {}

describeEachEngine("an invitation", (engine) => {
  let database: Database;
  let identity: IdentityService;
  let deps: InvitationDeps;

  beforeAll(async () => {
    database = await testDatabase(engine);
    identity = firebaseIdentity({
      projectId: TEST_PROJECT,
      apiKey: "k",
      emulatorUrl: inject("emulatorUrl"),
    });
  });
  afterAll(async () => {
    await identity.close();
    await database.close();
  });
  beforeEach(() => {
    deps = { db: database.db, identity, now: () => NOW, log: { warn: () => {} } };
  });

  const someone = (wish: Partial<InvitedUser> = {}): InvitedUser => ({
    userId: newUserId(),
    email: someEmail("invited"),
    userName: "招待 花子",
    ...wish,
  });

  const write =
    ({ userId, email, userName }: InvitedUser) =>
    (trx: Transaction<Tables>) =>
      trx
        .insertInto("users")
        .values({
          user_id: userId,
          organization_id: null,
          email,
          user_name: userName,
          search_key: searchKeys(userName, email),
          is_system_admin: true,
          created_at: NOW,
          updated_at: NOW,
        })
        .execute();

  const invite = (user: InvitedUser) => withInvitedUser(deps, user, write(user));
  const intents = () => deps.db.selectFrom("identity_intents").select("user_id").execute();
  const rowOf = (email: string) =>
    deps.db.selectFrom("users").select("user_id").where("email", "=", email).executeTakeFirst();

  /** Whether nobody has an address at the identity service. */
  async function isFree(email: string): Promise<boolean> {
    const userId = `probe-${randomUUID()}`;
    try {
      await identity.createUser({ userId, email, userName: "空き" });
      await identity.deleteUser(userId);
      return true;
    } catch {
      return false;
    }
  }

  /** What a process leaves that ends between the two stores. */
  async function crashed(user: InvitedUser, secondsAgo: number) {
    await identity.createUser(user);
    await deps.db
      .insertInto("identity_intents")
      .values({ user_id: user.userId, email: user.email, created_at: subSeconds(NOW, secondsAgo) })
      .execute();
  }

  it("puts the person into both stores and asks for the mail", async () => {
    const user = someone();
    await invite(user);
    expect(await rowOf(user.email)).toEqual({ user_id: user.userId });
    expect(await isFree(user.email)).toBe(false);
    expect(await mailsTo(user.email)).toEqual(["PASSWORD_RESET"]);
    expect(await intents()).toEqual([]);
  });

  it("gives what the transaction gave", async () => {
    const user = someone();
    const given = await withInvitedUser(deps, user, async (trx) => {
      await write(user)(trx);
      return "given";
    });
    expect(given).toBe("given");
  });

  it("leaves nothing when the transaction fails", async () => {
    const user = someone();
    const attempt = withInvitedUser(deps, user, async (trx) => {
      await write(user)(trx);
      throw new Refused();
    });
    await expect(attempt).rejects.toThrow(Refused);
    expect(await rowOf(user.email)).toBeUndefined();
    expect(await isFree(user.email)).toBe(true);
    expect(await mailsTo(user.email)).toEqual([]);
    expect(await intents()).toEqual([]);
  });

  it("leaves nothing when the identity service is away", async () => {
    const user = someone();
    deps = { ...deps, identity: { ...identity, createUser: away } };
    await expect(invite(user)).rejects.toThrow(IdentityUnavailableError);
    expect(await rowOf(user.email)).toBeUndefined();
    expect(await intents()).toEqual([]);
  });

  it("leaves nothing when the identity service creates the person but does not say so", async () => {
    const user = someone();
    const createUser: IdentityService["createUser"] = async (given) => {
      await identity.createUser(given);
      return away();
    };
    deps = { ...deps, identity: { ...identity, createUser } };
    await expect(invite(user)).rejects.toThrow(IdentityUnavailableError);
    expect(await isFree(user.email)).toBe(true);
    expect(await intents()).toEqual([]);
  });

  it("leaves the person to the sweep when the identity service goes away on the way", async () => {
    const user = someone();
    const flaky = { ...deps, identity: { ...identity, deleteUser: away } };
    const attempt = withInvitedUser(flaky, user, async () => {
      throw new Refused();
    });
    await expect(attempt).rejects.toThrow(Refused);
    expect(await intents()).toEqual([{ user_id: user.userId }]);
    await sweepIdentityIntents({ ...deps, now: () => new Date(NOW.getTime() + 121_000) });
    expect(await isFree(user.email)).toBe(true);
    expect(await intents()).toEqual([]);
  });

  it("stands although no mail could be asked for", async () => {
    const user = someone();
    const warnings: unknown[] = [];
    deps = {
      ...deps,
      identity: { ...identity, sendPasswordReset: away },
      log: { warn: (...args: unknown[]) => warnings.push(args) },
    };
    await invite(user);
    expect(await rowOf(user.email)).toEqual({ user_id: user.userId });
    expect(warnings).toHaveLength(1);
  });

  describe("is refused with 409", () => {
    const refused = { statusCode: 409, code: "EMAIL_EXISTS" };

    it("when a user has the address", async () => {
      const user = someone();
      await invite(user);
      await expect(invite(someone({ email: user.email }))).rejects.toMatchObject(refused);
      expect(await rowOf(user.email)).toEqual({ user_id: user.userId });
      expect(await isFree(user.email)).toBe(false);
    });

    it("when only the identity service knows the address", async () => {
      const known = someone();
      await identity.createUser(known);
      await expect(invite(someone({ email: known.email }))).rejects.toMatchObject(refused);
      expect(await isFree(known.email)).toBe(false);
      expect(await intents()).toEqual([]);
    });

    it("while another attempt with the address is on its way", async () => {
      const other = someone();
      await crashed(other, 3);
      await expect(invite(someone({ email: other.email }))).rejects.toMatchObject(refused);
      expect(await intents()).toEqual([{ user_id: other.userId }]);
      await deps.db.deleteFrom("identity_intents").execute();
    });
  });

  it("takes the address over from an attempt that crashed", async () => {
    const dead = someone();
    await crashed(dead, 60);
    const user = someone({ email: dead.email });
    await invite(user);
    expect(await rowOf(user.email)).toEqual({ user_id: user.userId });
    expect(await isFree(user.email)).toBe(false);
    expect(await intents()).toEqual([]);
  });

  it("fails whole when it was held for crashed and another took the address", async () => {
    const slow = someone();
    const quick = someone({ email: slow.email });
    const late = { ...deps, now: () => new Date(NOW.getTime() + 60_000) };
    const createUser: IdentityService["createUser"] = async (given) => {
      await identity.createUser(given);
      await withInvitedUser(late, quick, write(quick));
    };
    deps = { ...deps, identity: { ...identity, createUser } };
    await expect(invite(slow)).rejects.toMatchObject({ statusCode: 503 });
    expect(await rowOf(slow.email)).toEqual({ user_id: quick.userId });
    expect(await isFree(slow.email)).toBe(false);
    expect(await intents()).toEqual([]);
  });

  describe("the sweep", () => {
    it("removes what crashed attempts left and keeps off those on their way", async () => {
      const [dead, running] = [someone(), someone()];
      await crashed(dead, 121);
      await crashed(running, 60);
      await sweepIdentityIntents(deps);
      expect(await isFree(dead.email)).toBe(true);
      expect(await isFree(running.email)).toBe(false);
      expect(await intents()).toEqual([{ user_id: running.userId }]);
      await deps.db.deleteFrom("identity_intents").execute();
    });

    it("never removes the identity of a user we have", async () => {
      const user = someone();
      await invite(user);
      await deps.db
        .insertInto("identity_intents")
        .values({ user_id: user.userId, email: user.email, created_at: subSeconds(NOW, 300) })
        .execute();
      await sweepIdentityIntents(deps);
      expect(await isFree(user.email)).toBe(false);
      expect(await intents()).toEqual([]);
    });

    it("goes on with the others, and tries again, when one cannot be removed", async () => {
      const [stuck, other] = [someone(), someone()];
      await crashed(stuck, 300);
      await crashed(other, 200);
      const deleteUser = (id: string) => (id === stuck.userId ? away() : identity.deleteUser(id));
      await sweepIdentityIntents({ ...deps, identity: { ...identity, deleteUser } });
      expect(await intents()).toEqual([{ user_id: stuck.userId }]);
      await sweepIdentityIntents(deps);
      expect(await intents()).toEqual([]);
    });
  });
});

async function away(): Promise<never> {
  throw new IdentityUnavailableError("away");
}
