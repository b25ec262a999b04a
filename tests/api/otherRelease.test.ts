import { describe, expect, it } from "vitest";
import { packageVersion } from "../../server/release.ts";
import { suiteApi } from "../support/api.ts";
import { usualEngine } from "../support/database.ts";
import { newUser, USERS } from "../support/userRequests.ts";

describe("a page of another release", () => {
  const api = suiteApi(usualEngine);

  const create = async (body: object, version?: string) => {
    const headers = version === undefined ? {} : { "x-console-version": version };
    const answer = await api.asSystemAdmin().post(USERS, body, headers);
    return { status: answer.status, body: answer.body };
  };
  const newer = () => newUser({ isSystemAdmin: true, bornOn: "1990-04-01" });

  it("is told that the server is being upgraded if it sends a field that is not known here", async () => {
    expect(await create(newer(), "9.9.9")).toMatchObject({
      status: 409,
      body: {
        code: "OTHER_RELEASE",
        message: "サーバーを更新しています。しばらくしてから、もう一度お試しください。",
      },
    });
  });

  it("is told of its field by the same release, and by one that does not say which it is", async () => {
    const refused = { status: 422, body: { code: "VALIDATION_FAILED" } };
    expect(await create(newer(), packageVersion())).toMatchObject(refused);
    expect(await create(newer())).toMatchObject(refused);
  });

  it("is told of values that are wrong in every release", async () => {
    expect(await create(newUser({ isSystemAdmin: true, userName: "" }), "9.9.9")).toMatchObject({
      status: 422,
      body: { code: "VALIDATION_FAILED", errors: { userName: expect.any(String) } },
    });
    expect(await create(newUser({ isSystemAdmin: true }), "0.0.1")).toMatchObject({
      status: 201,
    });
  });
});
