import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AdminArea } from "../../../src/AdminArea.tsx";
import { takeFlash } from "../../../src/providers/flash.ts";
import { pageLoad } from "../../../src/providers/pageLoad.ts";
import { userProfile } from "../../../src/providers/userProfile.ts";
import { apiServer, pageAt } from "../providers/apiServer.ts";

const signOut = vi.hoisted(() => vi.fn<() => Promise<void>>());
const identityService = vi.hoisted(() => vi.fn(async () => ({ signOut })));
vi.mock("../../../src/providers/identity.ts", () => ({
  identityService,
  currentToken: () => Promise.reject(new Error("a token was asked for")),
}));

const server = apiServer();
const api = "/admin/api/v1";
const me = { userName: "管理 太郎", email: "sysadmin@example.com", isSystemAdmin: true };
const contract = {
  contractId: 7,
  organizationId: 1,
  organizationName: "デモ株式会社",
  organizationNo: "00000001",
  adminEmail: "orgadmin@example.com",
  adminName: "組織 管理",
  startDate: "2026-04-01",
  endDate: "2027-03-31",
  maxTranscriptCount: 1000,
  maxTranscriptMinutes: null,
  usedTranscriptCount: 120,
  usedTranscriptMinutes: 525,
  status: "ACTIVE",
  usageState: "NORMAL",
  terminationDate: null,
  terminationReason: null,
  memo: "",
  version: 1,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
};
const page = { content: [contract], page: 0, size: 10, sort: "", totalElements: 1, totalPages: 1 };
const none = { total: 1, status: {}, usageState: {} };
let replaced: string[] = [];

const answerMe = (answer: () => Response) => server.use(http.get(`${api}/me`, answer));
const problem = (status: number) => () => HttpResponse.json({ status, message: "" }, { status });

beforeEach(() => {
  replaced = [];
  pageAt("/admin");
  window.sessionStorage.clear();
  window.localStorage.clear();
  userProfile.clear();
  identityService.mockClear();
  signOut.mockReset().mockResolvedValue();
  vi.spyOn(pageLoad, "replace").mockImplementation((url) => {
    replaced.push(url);
  });
  server.use(
    http.get(`${api}/me`, () => HttpResponse.json(me)),
    http.get(`${api}/contracts`, () => HttpResponse.json(page)),
    http.get(`${api}/contracts/summary`, () => HttpResponse.json(none)),
  );
});

describe("the admin area", () => {
  it("begins with the contracts, without Firebase", async () => {
    render(<AdminArea />);
    expect(await screen.findByText("デモ株式会社")).toBeVisible();
    expect(window.location.pathname).toBe("/admin/contracts");
    expect(screen.getByRole("link", { name: "契約" })).toHaveAttribute("aria-current", "page");
    for (const resource of ["contracts", "organizations", "users"]) {
      const name = { contracts: "契約", organizations: "組織", users: "利用者" }[resource];
      const link = screen.getByRole("link", { name: name ?? "" });
      expect(link).toHaveAttribute("href", `/admin/${resource}`);
    }
    expect(identityService).not.toHaveBeenCalled();
  });

  it("sends who has no session to the sign-in page, and back here", async () => {
    pageAt("/admin/contracts/7/show");
    answerMe(problem(401));
    render(<AdminArea />);
    await waitFor(() =>
      expect(replaced).toEqual(["/app/login?next=%2Fadmin%2Fcontracts%2F7%2Fshow"]),
    );
    expect(screen.queryByRole("navigation")).toBeNull();
    expect(signOut).not.toHaveBeenCalled();
  });

  it("sends who is no system admin to /, where it is said why", async () => {
    answerMe(problem(403));
    render(<AdminArea />);
    await waitFor(() => expect(replaced).toEqual(["/"]));
    expect(takeFlash()).toBe("forbidden");
  });

  it("ends when the session ends", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    server.use(
      http.get(`${api}/contracts`, problem(401)),
      http.delete(`${api}/session`, () => new HttpResponse(null, { status: 204 })),
    );
    render(<AdminArea />);
    await waitFor(() => expect(replaced).toHaveLength(1));
    const { pathname, searchParams } = new URL(replaced[0] ?? "", window.location.origin);
    expect(pathname).toBe("/app/login");
    expect(searchParams.get("reason")).toBe("expired");
    // The list has added its page and order to the address.
    expect(searchParams.get("next")).toMatch(/^\/admin\/contracts\?.*page=1&/);
    expect(signOut).toHaveBeenCalledOnce();
    expect(userProfile.get().isSystemAdmin).toBe(false);
  });

  it("tells an unreachable server from a missing session, and comes back by itself", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    for (const path of ["/me", "/contracts", "/contracts/summary"]) {
      server.use(http.get(api + path, () => HttpResponse.error(), { once: true }));
    }
    render(<AdminArea />);
    expect(await screen.findByText("エラーが発生しました。")).toBeVisible();
    expect(
      screen.getByText("ネットワークエラーが発生しました。通信環境をご確認ください。"),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "再読み込み" })).toBeVisible();
    expect(replaced).toEqual([]);
    expect(await screen.findByText("デモ株式会社")).toBeVisible();
  });

  it("stays with a message when a logout fails", async () => {
    const alert = vi.spyOn(window, "alert").mockImplementation(() => {});
    server.use(http.delete(`${api}/session`, problem(503)));
    render(<AdminArea />);
    await screen.findByText("デモ株式会社");
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "ユーザーメニュー" }));
    await user.click(screen.getByRole("menuitem", { name: "ログアウト" }));
    await waitFor(() =>
      expect(alert).toHaveBeenCalledExactlyOnceWith("ログアウトに失敗しました。"),
    );
    expect(replaced).toEqual([]);
    expect(await screen.findByText("デモ株式会社")).toBeVisible();
  });

  it("says so where there is no such page", async () => {
    pageAt("/admin/nowhere");
    render(<AdminArea />);
    expect(await screen.findByText("ページが見つかりません。")).toBeVisible();
  });
});
