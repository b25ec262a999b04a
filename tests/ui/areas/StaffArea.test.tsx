import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { leaveFlash } from "../../../src/providers/flash.ts";
import { pageLoad } from "../../../src/providers/pageLoad.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/userProfile.ts";
import { StaffArea } from "../../../src/StaffArea.tsx";
import { aDictionary, heldBySato } from "../../support/records.ts";
import { apiServer, pageAt } from "../providers/apiServer.ts";

const identity = vi.hoisted(() => ({
  currentUser: vi.fn<() => object | null>(),
  signOut: vi.fn<() => Promise<void>>(),
  onSignedOut: () => () => {},
}));
vi.mock("../../../src/providers/identity.ts", () => ({
  identityService: async () => identity,
  currentToken: async () => "id-token",
}));

const server = apiServer();
const staff = { ...NO_PROFILE, userId: "u1", userName: "一般 太郎", organizationId: 1 };
const limits = {
  remainingCount: 3,
  remainingMinutes: 525,
  unlimitedCount: false,
  unlimitedMinutes: false,
};
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
  maxTranscriptMinutes: 1200,
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
const dictionariesAre = (content: object[], totalElements = content.length) =>
  server.use(
    http.get("/api/v1/dictionaries", ({ request }) => {
      expect(new URL(request.url).searchParams.get("locked")).toBe("true");
      return HttpResponse.json({ content, page: 0, size: 10, totalElements });
    }),
  );
let replaced: string[] = [];

const profileIs = (profile: object) =>
  server.use(http.get("/api/v1/users/me", () => HttpResponse.json(profile)));
const limitsAre = (body: object, status = 200) =>
  server.use(http.get("/api/v1/contracts/limits", () => HttpResponse.json(body, { status })));
const contractsAre = (content: object[]) =>
  server.use(
    http.get("/api/v1/contracts", () =>
      HttpResponse.json({ content, page: 0, size: 10, totalElements: content.length }),
    ),
  );

beforeEach(() => {
  replaced = [];
  pageAt("/");
  window.sessionStorage.clear();
  identity.currentUser.mockReset().mockReturnValue({ uid: "u1" });
  identity.signOut.mockReset().mockResolvedValue();
  userProfile.clear();
  vi.spyOn(pageLoad, "replace").mockImplementation((url) => {
    replaced.push(url);
  });
  profileIs(staff);
  limitsAre(limits);
  dictionariesAre([]);
});

const card = () => screen.findByRole("region", { name: "契約の残り" });

describe("the home page", () => {
  it("shows what is left of the contract, and so does the header", async () => {
    render(<StaffArea />);
    expect(await within(await card()).findByText("3件")).toBeVisible();
    expect(within(await card()).getByText("8時間45分")).toBeVisible();
    expect(screen.getByText("残り3件・8時間45分")).toBeVisible();
  });

  it.each([
    [{ ...limits, unlimitedCount: true, remainingCount: 0 }, "残り8時間45分（件数は無制限）"],
    [{ ...limits, unlimitedMinutes: true, remainingMinutes: 0 }, "残り3件（時間は無制限）"],
  ])("says 無制限 where there is no cap", async (some, header) => {
    limitsAre(some);
    render(<StaffArea />);
    expect(await within(await card()).findByText("無制限")).toBeVisible();
    expect(screen.getByText(header)).toBeVisible();
  });

  it("says what to do without a contract", async () => {
    limitsAre({
      remainingCount: 0,
      remainingMinutes: 0,
      unlimitedCount: false,
      unlimitedMinutes: false,
    });
    render(<StaffArea />);
    expect(
      await screen.findByText("有効な契約がありません。管理者にお問い合わせください。"),
    ).toBeVisible();
    expect(screen.queryByText(/^残り/)).toBeNull();
  });

  it("tells what failed and reads it again", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    limitsAre({}, 500);
    render(<StaffArea />);
    const user = userEvent.setup();
    expect(
      await screen.findByText("サーバーエラーが発生しました。管理者にお問い合わせください。"),
    ).toBeVisible();
    limitsAre(limits);
    await user.click(screen.getByRole("button", { name: "再読み込み" }));
    expect(await within(await card()).findByText("3件")).toBeVisible();
    expect(quiet).toHaveBeenCalled();
  });

  it("shows an organization admin the own contract", async () => {
    profileIs({ ...staff, isOrganizationAdmin: true });
    contractsAre([contract]);
    render(<StaffArea />);
    const own = await screen.findByRole("region", { name: "契約情報" });
    expect(await within(own).findByText("契約中")).toBeVisible();
    expect(own).toHaveTextContent("2026/04/01〜2027/03/31");
    expect(within(own).getByText("120/1,000件")).toBeVisible();
    expect(within(own).getByText("8時間45分/20時間")).toBeVisible();
  });

  it("shows no contract to anybody else", async () => {
    render(<StaffArea />);
    await card();
    expect(screen.queryByRole("region", { name: "契約情報" })).toBeNull();
  });

  it("says that nobody edits a dictionary now", async () => {
    render(<StaffArea />);
    const locked = await screen.findByRole("region", { name: "編集中の辞書" });
    expect(await within(locked).findByText("現在編集中の辞書はありません。")).toBeVisible();
  });

  it("shows which dictionaries are edited now, by whom and since when", async () => {
    dictionariesAre(
      [
        aDictionary({ dictionaryId: 3, ...heldBySato() }),
        aDictionary({ dictionaryId: 4, dictionaryName: "人名", ...heldBySato(), lockedBy: "u1" }),
      ],
      12,
    );
    render(<StaffArea />);
    const locked = await screen.findByRole("region", { name: "編集中の辞書" });
    const items = await within(locked).findAllByRole("listitem");
    expect(items.map((item) => item.textContent)).toEqual([
      "医療用語編集中佐藤 花子さん・14:32から",
      "人名自分が編集中",
    ]);
    expect(within(locked).getByRole("link", { name: "医療用語" })).toHaveAttribute(
      "href",
      "/dictionaries/3/show",
    );
    expect(
      within(locked).getByRole("link", { name: "編集中の辞書をすべて見る（12件）" }),
    ).toHaveAttribute("href", `/dictionaries?filter=${encodeURIComponent('{"locked":"true"}')}`);
  });

  it("leads a system admin on to /admin and asks for no limits", async () => {
    profileIs({ ...staff, organizationId: 0, isSystemAdmin: true });
    server.use(http.get("/api/v1/contracts/limits", () => expect.fail("limits were asked for")));
    render(<StaffArea />);
    expect(await screen.findByRole("link", { name: "管理画面へ" })).toHaveAttribute(
      "href",
      "/admin",
    );
    expect(screen.getByRole("link", { name: "管理画面" })).toHaveAttribute("href", "/admin");
  });
});

describe("the staff area", () => {
  it("has no way to /admin for staff", async () => {
    render(<StaffArea />);
    await card();
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).not.toContain(
      "/admin",
    );
    expect(screen.getByRole("link", { name: "ホーム" })).toHaveAttribute("aria-current", "page");
  });

  it("shows nothing to who is not signed in", async () => {
    identity.currentUser.mockReturnValue(null);
    render(<StaffArea />);
    await waitFor(() => expect(replaced).toEqual(["/app/login"]));
    expect(screen.queryByRole("banner")).toBeNull();
  });

  it("says what the page before left to say", async () => {
    leaveFlash("forbidden");
    render(<StaffArea />);
    expect(await screen.findByText("この操作を行う権限がありません。")).toBeVisible();
  });

  it("says so where there is no such page", async () => {
    pageAt("/nowhere");
    render(<StaffArea />);
    expect(
      await screen.findByText("URLが正しくないか、ページが移動または削除されています。"),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "ホームに戻る" })).toHaveAttribute("href", "/");
  });

  it("signs out by the user menu", async () => {
    render(<StaffArea />);
    await card();
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "ユーザーメニュー" }));
    await user.click(screen.getByRole("menuitem", { name: "ログアウト" }));
    await waitFor(() => expect(replaced).toEqual(["/app/login"]));
    expect(identity.signOut).toHaveBeenCalledOnce();
  });

  it("signs out when the API does not accept the token any more", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    limitsAre({ code: "UNAUTHENTICATED", message: "" }, 401);
    render(<StaffArea />);
    await waitFor(() => expect(replaced).toEqual(["/app/login?reason=expired"]));
    expect(identity.signOut).toHaveBeenCalledOnce();
  });

  it("opens the personal settings, each time in view mode", async () => {
    render(<StaffArea />);
    await card();
    const user = userEvent.setup();
    const openSettings = async () => {
      await user.click(screen.getByRole("button", { name: "ユーザーメニュー" }));
      await user.click(screen.getByRole("menuitem", { name: "個人設定" }));
      return screen.findByRole("dialog", { name: "個人設定" });
    };
    const dialog = await openSettings();
    expect(within(dialog).getByText("一般 太郎")).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "編集" }));
    await user.click(within(dialog).getByRole("button", { name: "閉じる" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(within(await openSettings()).getByRole("button", { name: "編集" })).toBeVisible();
  });
});
