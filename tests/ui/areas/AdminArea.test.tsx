import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { forbidden, limitReached, unauthenticated, unavailable } from "../../../server/problem.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { pageLoad, takeFlash } from "../../../src/providers/start/pageLoad.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aContract } from "../../support/records.ts";
import { contractsAre } from "../contracts/contractRecords.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { signedIn } from "./browserIdentity.ts";
import { openAdminArea } from "./openArea.tsx";

const signOut = vi.fn<() => Promise<void>>();
const currentToken = () => Promise.reject(new Error("a token was asked for"));
const identityService = vi.fn(signedIn({ signOut, currentToken }));
const open = (path = "/admin/contracts") => openAdminArea(path, identityService);

const api = apiDouble("admin");
api.answer("GET /me", () => ({
  userName: "管理 太郎",
  email: "sysadmin@example.com",
  isSystemAdmin: true,
}));
let replaced: string[] = [];

beforeEach(() => {
  replaced = [];
  window.sessionStorage.clear();
  window.localStorage.clear();
  identityService.mockClear();
  signOut.mockReset().mockResolvedValue();
  vi.spyOn(pageLoad, "replace").mockImplementation((url) => {
    replaced.push(url);
  });
  contractsAre([aContract({ maxTranscriptMinutes: null })]);
});

describe("the admin area", () => {
  it("begins with its home, without Firebase", async () => {
    api.answer("GET /alerts", paged([]));
    api.answer("GET /users", paged([]));
    api.answer("GET /worklist", ({ query }) => ({
      ...query,
      places: [],
      total: 0,
      isComplete: true,
    }));
    api.answer("GET /usage", () => ({ days: [] }));
    open("/admin");
    expect(await screen.findByText("対応が必要なことはありません。")).toBeVisible();
    expect(window.location.pathname).toBe("/admin");
    expect(screen.getByRole("link", { name: "ホーム" })).toHaveAttribute("aria-current", "page");
    expect(screen.getByRole("link", { name: "契約" })).not.toHaveAttribute("aria-current");
    for (const [resource, name] of [
      ["contracts", "契約"],
      ["organizations", "組織"],
      ["users", "利用者"],
      ["service-keys", "サービスキー"],
      ["webhooks", "Webhook"],
    ] as const) {
      const link = screen.getByRole("link", { name });
      expect(link).toHaveAttribute("href", `/admin/${resource}`);
    }
    expect(identityService).not.toHaveBeenCalled();
  });

  it("sends who has no session to the sign-in page, and back here", async () => {
    api.refuse("GET /me", unauthenticated());
    open("/admin/contracts/7/show");
    await waitFor(() =>
      expect(replaced).toEqual(["/app/login?next=%2Fadmin%2Fcontracts%2F7%2Fshow"]),
    );
    expect(screen.queryByRole("navigation")).toBeNull();
    expect(signOut).not.toHaveBeenCalled();
  });

  it("sends who is no system admin to /, where it is said why", async () => {
    api.refuse("GET /me", forbidden());
    open();
    await waitFor(() => expect(replaced).toEqual(["/"]));
    expect(takeFlash()).toBe("forbidden");
  });

  it("ends when the session ends", async () => {
    expectConsoleErrors();
    api.refuse("GET /contracts", unauthenticated());
    api.answer("DELETE /session", () => undefined);
    open();
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
    expectConsoleErrors();
    for (const key of ["GET /me", "GET /contracts", "GET /contracts/summary"] as const) {
      api.cutOff(key, { once: true });
    }
    open();
    expect(await screen.findByText("エラーが発生しました。")).toBeVisible();
    expect(
      screen.getByText("ネットワークエラーが発生しました。通信環境をご確認ください。"),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "再読み込み" })).toBeVisible();
    expect(replaced).toEqual([]);
    // It asks again after a pause, which is longer on a busy machine.
    expect(await screen.findByText("デモ株式会社", {}, { timeout: 12_000 })).toBeVisible();
  });

  it("reads again by itself what the server refused under load, when it says", async () => {
    expectConsoleErrors();
    api.refuse("GET /contracts", limitReached("OVERLOADED", "server", 1));
    open();
    const table = await screen.findByRole("table");
    expect(await within(table).findByRole("alert")).toHaveTextContent(
      limitReached("OVERLOADED", "server", 1).message,
    );
    await waitFor(() => expect(api.calls("GET /contracts")).toHaveLength(2));
    expect(within(table).getByRole("alert")).toBeVisible();
    contractsAre([aContract({ maxTranscriptMinutes: null })]);
    expect(await screen.findByText("デモ株式会社")).toBeVisible();
    expect(screen.queryByText(limitReached("OVERLOADED", "server", 1).message)).toBeNull();
    expect(api.calls("GET /contracts")).toHaveLength(3);
  });

  it("stays with a message when a logout fails", async () => {
    const alert = vi.spyOn(window, "alert").mockImplementation(() => {});
    api.refuse("DELETE /session", unavailable());
    open();
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
    open("/admin/nowhere");
    expect(await screen.findByText("ページが見つかりません。")).toBeVisible();
  });

  it.each([
    "/contracts/7/edit",
    "/contracts/7/show/usage",
    "/contracts/create/7",
    "/organizations/create",
    "/organizations/3/show/users",
    "/organizations/3/users",
    "/users/u1/show/audit",
    "/service-keys/1",
    "/service-keys/create",
    "/alerts/1/read",
  ])("nor asks for a record at %s, where no page is either", async (path) => {
    open(`/admin${path}`);
    expect(await screen.findByText("ページが見つかりません。")).toBeVisible();
    const [, resource] = path.split("/");
    const asked = api.calls().filter((call) => call.path.startsWith(`/${resource}/`));
    expect(asked.map(({ key }) => key)).toEqual([]);
  });
});
