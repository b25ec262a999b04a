import { beforeEach, describe, expect, it } from "vitest";
import { describeDatabase } from "../support/database.ts";
import { tokenOf } from "../support/dictionaryRequests.ts";
import { lockScene, NOON, withToken } from "../support/lockScene.ts";
import type { TestUser } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { MEMBERS, USERS } from "../support/userRequests.ts";

describeDatabase("the lock of a user who loses the right to write", (engine) => {
  const scene = perSuite(() => lockScene(engine));
  let keeper: TestUser;
  let dictionaryId: number;
  let lock: string;
  let token: string;

  const holding = async (input: object) => {
    await scene.time.set(NOON);
    const { organizationId } = scene;
    keeper = await scene.api.aUser({ organizationId, userName: "編集 四郎", ...input });
    ({ dictionaryId, lock } = await scene.dictionary());
    token = tokenOf(await scene.api.as(keeper).post(lock, {}));
    await scene.announced();
  };
  beforeEach(() => holding({ isDictionaryAdmin: true }));

  const byMember = (change: object) => scene.ichiro.patch(`${MEMBERS}/${keeper.userId}`, change);
  const bySystem = (change: object) =>
    scene.api.asSystemAdmin().patch(`${USERS}/${keeper.userId}`, change);
  const holder = async () => Reflect.get(Object((await scene.staff.get(lock)).body), "lockedBy");
  const unlocked = () => `unlocked lock/dictionaries/${dictionaryId}`;

  it.each([
    ["is withdrawn by an organization admin", () => byMember({ isDictionaryAdmin: false })],
    ["is withdrawn by a system admin", () => bySystem({ isDictionaryAdmin: false })],
    ["is disabled by an organization admin", () => byMember({ status: "DISABLED" })],
    ["is disabled by a system admin", () => bySystem({ status: "DISABLED" })],
  ])("ends in the same moment, for others to take: %s", async (_, change) => {
    expect((await change()).status).toBe(200);
    expect(await holder()).toBeNull();
    expect(await scene.announced()).toContain(unlocked());
    expect((await scene.jiro.post(lock, {})).status).toBe(200);
  });

  it("ends with the office of an organization admin who is no dictionary admin", async () => {
    await holding({ isOrganizationAdmin: true });
    await byMember({ isOrganizationAdmin: false });
    expect(await holder()).toBeNull();
  });

  it("stays with a user who keeps the right, whatever else is changed", async () => {
    await holding({ isOrganizationAdmin: true, isDictionaryAdmin: true });
    for (const change of [
      { isOrganizationAdmin: false },
      { isOrganizationAdmin: true },
      { isDictionaryAdmin: false },
      { userName: "編集 五郎" },
    ]) {
      expect((await byMember(change)).status).toBe(200);
    }
    expect(await holder()).toBe(keeper.userId);
    expect(await scene.announced()).not.toContain(unlocked());
  });

  it("ends in every dictionary, and only theirs", async () => {
    const [second, other] = [await scene.dictionary(), await scene.dictionary()];
    await scene.api.as(keeper).post(second.lock, {});
    await scene.hanako.post(other.lock, {});
    await scene.announced();
    await byMember({ isDictionaryAdmin: false });
    const announced = await scene.announced();
    expect(announced).toContain(unlocked());
    expect(announced).toContain(`unlocked lock/dictionaries/${second.dictionaryId}`);
    expect(announced).not.toContain(`unlocked lock/dictionaries/${other.dictionaryId}`);
    expect((await scene.staff.get(other.lock)).body).toMatchObject({
      lockedBy: scene.people.hanako.userId,
    });
  });

  it("is refused to them from then on, for lack of the right", async () => {
    const client = scene.api.as(keeper);
    await byMember({ isDictionaryAdmin: false });
    expect((await client.put(lock, {}, withToken(token))).status).toBe(403);
    expect((await client.post(lock, {})).status).toBe(403);
  });

  describe("who gets it back", () => {
    const lateBeat = () => scene.api.as(keeper).put(lock, {}, withToken(token));

    it("learns by whom and why the lock has ended", async () => {
      await byMember({ isDictionaryAdmin: false });
      await byMember({ isDictionaryAdmin: true });
      expect(await lateBeat()).toMatchObject({
        status: 423,
        body: {
          code: "LOCK_LOST",
          release: {
            cause: "RIGHT_LOST",
            releasedBy: scene.people.ichiro.userId,
            releasedByName: "鈴木 一郎",
            releasedAt: new Date(NOON).toISOString(),
            reason: "辞書を編集する権限がなくなったため",
          },
        },
      });
    });

    it("learns why, but not which system admin it was", async () => {
      await bySystem({ isDictionaryAdmin: false });
      await bySystem({ isDictionaryAdmin: true });
      const { body } = await lateBeat();
      expect(Reflect.get(Object(body), "release")).toMatchObject({
        cause: "RIGHT_LOST",
        releasedBy: null,
        releasedByName: null,
      });
    });
  });
});
