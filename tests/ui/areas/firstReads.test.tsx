import { cleanup, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { adminEndpoints, staffEndpoints } from "../../../domain/api/areas.ts";
import type { Endpoints } from "../../../domain/api/endpoint.ts";
import { listSorts } from "../../../src/providers/data/listSorts.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { askEarly, takeEarly } from "../../../src/providers/start/early.ts";
import { firstReads } from "../../../src/providers/start/firstReads.ts";
import { rememberLists } from "../../../src/providers/start/openings.ts";
import { apiServer, pageAt } from "../providers/apiServer.ts";
import { openAdminArea, openStaffArea } from "./openArea.tsx";

const server = apiServer();
const written = (conditions: Record<string, string>) => `?${new URLSearchParams(conditions)}`;
const second = written({
  filter: '{"q":"商事"}',
  order: "DESC",
  page: "2",
  perPage: "25",
  sort: "x",
});

let asked: string[] = [];

beforeEach(() => {
  asked = [];
  userProfile.clear();
  const me = { ...NO_PROFILE, userId: "u1", isSystemAdmin: false, isOrganizationAdmin: true };
  server.use(
    http.get("*/me", ({ request }) => {
      asked.push(request.url);
      const isSystemAdmin = new URL(request.url).pathname.startsWith("/admin");
      return HttpResponse.json({ ...me, isSystemAdmin });
    }),
    http.get("/api/v1/contracts/limits", () =>
      HttpResponse.json({
        remainingCount: 1,
        remainingMinutes: 1,
        unlimitedCount: false,
        unlimitedMinutes: false,
      }),
    ),
    http.get("/admin/api/v1/usage", () => HttpResponse.json({ days: [] })),
    http.get("*/contracts/summary", () =>
      HttpResponse.json({ total: 0, status: {}, usageState: {} }),
    ),
    http.get("*/api/v1/*", ({ request }) => {
      asked.push(request.url);
      return HttpResponse.json({ content: [], page: 0, size: 10, totalElements: 0, total: 0 });
    }),
  );
});

const pathOf = (url: string) => url.slice(new URL(url).origin.length);

/** A page of an area in which a user has signed in on this device. */
function openedBefore(path: string): void {
  pageAt(path);
  rememberLists([]);
}

describe("the reads that are sent while the code loads", () => {
  it.each([
    "/admin",
    "/admin/contracts",
    `/admin/contracts${second}`,
    "/admin/contracts?perPage=25",
    "/admin/contracts?filter=broken",
    "/admin/organizations",
    "/admin/users",
    "/admin/contracts/create",
    "/admin/audit-events",
    `/admin/audit-events${second}`,
  ])("are those that %s begins with", async (path) => {
    openedBefore(path);
    const early = firstReads(window.location);
    openAdminArea(path);
    await waitFor(() => expect(asked.map(pathOf)).toEqual(expect.arrayContaining(early)));
  });

  it.each([
    "/",
    "/dictionaries",
    `/dictionaries${second}`,
    "/workspaces",
    "/users",
    "/audit-events",
  ])("are those that %s begins with, in the staff area", async (path) => {
    openedBefore(path);
    const early = firstReads(window.location);
    openStaffArea(path);
    await waitFor(() => expect(asked.map(pathOf)).toEqual(expect.arrayContaining(early)));
  });

  it("are none that the API refuses", () => {
    const areas: [string, Endpoints][] = [
      ["/admin", adminEndpoints],
      ["", staffEndpoints],
    ];
    const checked = areas.flatMap(([base, endpoints]) => {
      openedBefore(`${base}/`);
      return Object.keys(listSorts).flatMap((resource) => {
        const query = endpoints[`GET /${resource}`]?.query;
        if (!query) return [];
        const [, rows = ""] = firstReads({ pathname: `${base}/${resource}`, search: "" });
        const sent = new URL(rows, window.location.origin).searchParams;
        return [[rows, query.safeParse(Object.fromEntries(sent)).error]];
      });
    });
    expect(checked.length).toBeGreaterThan(10);
    expect(checked.filter(([, error]) => error)).toEqual([]);
  });

  it("are those of the default view and the chosen rows, once the page before has heard of them", async () => {
    const conditions = { filters: { q: "商事" }, sort: "endDate,desc", size: 50 } as const;
    const view = { viewId: 1, viewName: "商事", conditions, dropped: [] };
    const lists = [
      { list: "contracts", size: 25, view },
      { list: "users", size: 100, view: null },
    ];
    server.use(
      http.get("*/me", () => HttpResponse.json({ ...NO_PROFILE, isSystemAdmin: true, lists })),
    );
    pageAt("/admin");
    openAdminArea("/admin");
    await waitFor(() => expect(userProfile.get().lists).toEqual(lists));
    cleanup();
    for (const path of ["/admin/contracts", "/admin/users", "/admin/contracts?page=2"]) {
      asked = [];
      pageAt(path);
      const [, rows = ""] = firstReads(window.location);
      openAdminArea(path);
      await waitFor(() => expect(asked.map(pathOf)).toContain(rows));
      cleanup();
    }
  });

  it("are no rows where nobody has signed in on this device, which would be refused", async () => {
    openedBefore("/admin/contracts");
    pageAt("/users");
    expect(firstReads(window.location)).toEqual(["/api/v1/users/me"]);
    userProfile.clear();
    pageAt("/admin/contracts");
    expect(firstReads(window.location)).toEqual(["/admin/api/v1/me"]);
  });

  it("are no rows where a path shows none", () => {
    pageAt("/admin/contracts/7/show");
    expect(firstReads(window.location)).toEqual(["/admin/api/v1/me"]);
    pageAt("/nowhere");
    expect(firstReads(window.location)).toEqual(["/api/v1/users/me"]);
  });

  it("are forgotten if nobody takes them in half a minute", () => {
    vi.useFakeTimers();
    askEarly("/api/v1/users/me");
    vi.advanceTimersByTime(29_000);
    expect(takeEarly("/api/v1/users/me")).toBeDefined();
    askEarly("/api/v1/users/me");
    vi.advanceTimersByTime(30_000);
    expect(takeEarly("/api/v1/users/me")).toBeUndefined();
    vi.useRealTimers();
  });
});
