import { waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal, limitReached, unauthenticated } from "../../../server/problem.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { pageLoad } from "../../../src/providers/start/pageLoad.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aProfile, limits } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { eventSource, eventText, type OpenedStream } from "../live/eventSource.ts";
import { openStaffArea } from "./openArea.tsx";

const api = apiDouble("staff");
const staff = aProfile();
const profileIs = (profile: typeof staff) => api.answer("GET /users/me", () => profile);
profileIs(staff);
api.answer("GET /contracts/limits", () => limits({ remainingCount: 3, remainingMinutes: 525 }));
api.answer("GET /dictionaries", paged([]));
api.answer("GET /workspaces", paged([]));
api.answer("GET /events", async ({ signal }) => {
  const headers = { "Content-Type": "text/event-stream" };
  return new HttpResponse((await source.open(signal)).body, { headers });
});
let source: ReturnType<typeof eventSource>;
let replaced: string[] = [];

beforeEach(() => {
  source = eventSource();
  replaced = [];
  vi.spyOn(pageLoad, "replace").mockImplementation((url) => {
    replaced.push(url);
  });
});
afterEach(() => {
  for (const stream of source.streams) stream.end();
});

/** The staff area with an open stream, after the first read. */
async function open(): Promise<OpenedStream> {
  openStaffArea("/");
  await waitFor(() => expect(source.streams).toHaveLength(1));
  source.latest().write("retry: 2000\n\n");
  await waitFor(() => expect(api.calls("GET /users/me")).toHaveLength(2));
  return source.latest();
}

describe("the profile of who is signed in", () => {
  it("follows the dictionary-admin flag, which is changed alone", async () => {
    const setFlag = vi.spyOn(userProfile, "setDictionaryAdmin");
    const setAll = vi.spyOn(userProfile, "set");
    const stream = await open();
    const authorizations = api
      .calls("GET /events")
      .map(({ headers }) => headers.get("authorization"));
    expect(authorizations).toEqual(["Bearer id-token"]);
    const settings = setAll.mock.calls.length;
    profileIs({ ...staff, isDictionaryAdmin: true, updatedAt: "2026-04-02T00:00:00Z" });
    stream.write(eventText("resource/users/u1", "updated", ["u1"]));
    await waitFor(() => expect(userProfile.get().isDictionaryAdmin).toBe(true));
    expect(setFlag).toHaveBeenCalledExactlyOnceWith(true);
    expect(setAll).toHaveBeenCalledTimes(settings);
  });

  it("follows the own workspaces", async () => {
    const stream = await open();
    const workspaces = [{ workspaceId: 4, workspaceName: "第一", isMember: true }];
    profileIs({
      ...staff,
      workspaces,
      lastSelectedWorkspaceId: 4,
      lastSelectedWorkspaceName: "第一",
    });
    stream.write(eventText("resource/workspaces/4", "created", [4]));
    await waitFor(() => expect(userProfile.get().workspaces).toEqual(workspaces));
  });

  it("leads to the sign-in page where the sign-in is over", async () => {
    expectConsoleErrors();
    const stream = await open();
    api.refuse("GET /users/me", unauthenticated("ACCOUNT_DISABLED"));
    api.refuse("GET /events", unauthenticated());
    stream.end();
    await waitFor(() => expect(replaced).toEqual(["/app/login?reason=disabled"]), {
      timeout: 10_000,
    });
  });

  it("stays as it is while it cannot be read", async () => {
    expectConsoleErrors();
    const stream = await open();
    const seen = [userProfile.get()];
    userProfile.subscribe(() => seen.push(userProfile.get()));
    api.refuse("GET /users/me", internal());
    stream.write(eventText("resource/users/u1", "updated", ["u1"]));
    await waitFor(() => expect(api.calls("GET /users/me")).toHaveLength(3));
    profileIs({ ...staff, userName: "一般 花子" });
    stream.write(eventText("resource/users/u1", "updated", ["u1"]));
    await waitFor(() => expect(userProfile.get().userName).toBe("一般 花子"));
    expect(seen).toEqual([staff, { ...staff, userName: "一般 花子" }]);
  });

  it("is read again by itself after a refusal, when the server says", async () => {
    expectConsoleErrors();
    const stream = await open();
    api.refuse("GET /users/me", limitReached("OVERLOADED", "server", 1));
    stream.write(eventText("resource/users/u1", "updated", ["u1"]));
    await waitFor(() => expect(api.calls("GET /users/me")).toHaveLength(3));
    profileIs({ ...staff, userName: "一般 花子" });
    await waitFor(() => expect(userProfile.get().userName).toBe("一般 花子"), { timeout: 5_000 });
    expect(api.calls("GET /users/me")).toHaveLength(4);
  });
});
