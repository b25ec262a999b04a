import { render, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pageLoad } from "../../../src/providers/pageLoad.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/userProfile.ts";
import { StaffArea } from "../../../src/StaffArea.tsx";
import { eventSource, eventText, type OpenedStream } from "../live/eventSource.ts";
import { apiServer, pageAt } from "../providers/apiServer.ts";

vi.mock("../../../src/providers/identity.ts", () => ({
  identityService: async () => ({
    currentUser: () => ({ uid: "u1" }),
    signOut: async () => {},
    onSignedOut: () => () => {},
  }),
  currentToken: async () => "id-token",
}));

const server = apiServer();
const staff = {
  ...NO_PROFILE,
  userId: "u1",
  userName: "一般 太郎",
  organizationId: 1,
  updatedAt: "2026-04-01T00:00:00Z",
};
const limits = { remainingCount: 3, remainingMinutes: 525 };
let source: ReturnType<typeof eventSource>;
let asked: (string | null)[] = [];
let reads = 0;
let replaced: string[] = [];

const profileIs = (profile: object, status = 200) =>
  server.use(
    http.get("/api/v1/users/me", () => {
      reads += 1;
      return HttpResponse.json(profile, { status });
    }),
  );

beforeEach(() => {
  pageAt("/");
  userProfile.clear();
  source = eventSource();
  asked = [];
  reads = 0;
  replaced = [];
  vi.spyOn(pageLoad, "replace").mockImplementation((url) => {
    replaced.push(url);
  });
  profileIs(staff);
  const page = { content: [], page: 0, size: 10, totalElements: 0, totalPages: 0 };
  server.use(
    http.get("/api/v1/contracts/limits", () => HttpResponse.json(limits)),
    http.get("/api/v1/dictionaries", () => HttpResponse.json(page)),
    http.get("/api/v1/workspaces", () => HttpResponse.json(page)),
    http.get("/api/v1/events", async ({ request }) => {
      asked.push(request.headers.get("Authorization"));
      return new HttpResponse((await source.open(request.signal)).body, {
        headers: { "Content-Type": "text/event-stream" },
      });
    }),
  );
});
afterEach(() => {
  for (const stream of source.streams) stream.end();
});

/** The staff area with an open stream, after the first read. */
async function open(): Promise<OpenedStream> {
  render(<StaffArea />);
  await waitFor(() => expect(source.streams).toHaveLength(1));
  source.latest().write("retry: 2000\n\n");
  await waitFor(() => expect(reads).toBe(2));
  return source.latest();
}

describe("the profile of who is signed in", () => {
  it("follows the dictionary-admin flag, which is changed alone", async () => {
    const setFlag = vi.spyOn(userProfile, "setDictionaryAdmin");
    const setAll = vi.spyOn(userProfile, "set");
    const stream = await open();
    expect(asked).toEqual(["Bearer id-token"]);
    const settings = setAll.mock.calls.length;
    profileIs({ ...staff, isDictionaryAdmin: true, updatedAt: "2026-04-02T00:00:00Z" });
    stream.write(eventText("resource/users/u1", "updated", ["u1"]));
    await waitFor(() => expect(userProfile.get().isDictionaryAdmin).toBe(true));
    expect(setFlag).toHaveBeenCalledExactlyOnceWith(true);
    expect(setAll).toHaveBeenCalledTimes(settings);
  });

  it("follows the own workspaces", async () => {
    const stream = await open();
    const workspaces = [{ workspaceId: 4, workspaceName: "第一" }];
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
    vi.spyOn(console, "error").mockImplementation(() => {});
    const stream = await open();
    profileIs({ code: "ACCOUNT_DISABLED", message: "" }, 401);
    server.use(http.get("/api/v1/events", () => new HttpResponse(null, { status: 401 })));
    stream.end();
    await waitFor(() => expect(replaced).toEqual(["/app/login?reason=disabled"]), {
      timeout: 10_000,
    });
  });

  it("stays as it is while it cannot be read", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const stream = await open();
    const seen = [userProfile.get()];
    userProfile.subscribe(() => seen.push(userProfile.get()));
    profileIs({}, 503);
    stream.write(eventText("resource/users/u1", "updated", ["u1"]));
    await waitFor(() => expect(reads).toBe(3));
    profileIs({ ...staff, userName: "一般 花子" });
    stream.write(eventText("resource/users/u1", "updated", ["u1"]));
    await waitFor(() => expect(userProfile.get().userName).toBe("一般 花子"));
    expect(seen).toEqual([staff, { ...staff, userName: "一般 花子" }]);
  });
});
