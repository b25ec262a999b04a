import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { ListQuery } from "../../../domain/api/parameters.ts";
import type { SignIn } from "../../../domain/users/session.ts";
import { notFound, unavailable } from "../../../server/problem.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble, doubles } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { gate } from "../../support/gate.ts";
import { aProfile } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { pageAt } from "../providers/apiServer.ts";
import { showSettings } from "./showSettings.tsx";

const staff = apiDouble("staff");
const { admin } = doubles;

const AWAY = /^現在サービスに接続できません。/;
const ONLY_THIS = "ほかの端末ではログインしていません。";
const OTHERS = "ほかの端末をすべてログアウト";

function aSignIn(given: Partial<SignIn> = {}): SignIn {
  return {
    sessionId: 1,
    signedInAt: "2026-11-20T00:30:00.000Z",
    lastSeenAt: "2026-11-20T15:05:00.000Z",
    address: "203.0.113.5",
    browser: "Chrome",
    system: "Windows",
    userAgent: "Mozilla/5.0",
    isCurrent: false,
    ...given,
  };
}

const own = aSignIn({ sessionId: 1, isCurrent: true });
const phone = aSignIn({ sessionId: 2, browser: "Safari", system: "iOS" });
const laptop = aSignIn({ sessionId: 3, browser: "Firefox", system: "macOS" });
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aSignIn({ sessionId: 10 + index, browser: `Browser${index}` }),
  );

const areas = [
  { name: "staff", path: "/", api: staff },
  { name: "admin", path: "/admin", api: admin },
] as const;

let stored: SignIn[] = [];

const listed = (asked: { query: ListQuery }) => paged(stored)(asked);
const endOne = ({ params }: { params: { id: number } }) => {
  stored = stored.filter(({ sessionId }) => sessionId !== params.id);
  return undefined;
};
const endOthers = () => {
  stored = stored.filter(({ isCurrent }) => isCurrent);
  return undefined;
};
staff.answer("GET /proposals/mails", () => ({ enabled: true, available: true }));
staff.answer("GET /sessions", listed);
staff.answer("DELETE /sessions/{id}", endOne);
staff.answer("DELETE /sessions/others", endOthers);
admin.answer("GET /alerts/mails", () => ({ enabled: true, available: true }));
admin.answer("GET /sessions", listed);
admin.answer("DELETE /sessions/{id}", endOne);
admin.answer("DELETE /sessions/others", endOthers);

beforeEach(() => {
  userProfile.set(aProfile());
  stored = [own, phone, laptop];
});

async function show(path = "/") {
  pageAt(path);
  showSettings();
  return within(await screen.findByRole("region", { name: "ログイン中の端末" }));
}

type Section = Awaited<ReturnType<typeof show>>;

const rowOf = async (section: Section, device: string) => {
  const row = (await section.findByText(device)).closest("li");
  if (!row) throw new Error(`${device} is in no row`);
  return row;
};
const signOutOf = (device: string) =>
  screen.findByRole("button", { name: `${device}をログアウト` });
const isMissing = (device: string) => waitFor(() => expect(screen.queryByText(device)).toBeNull());
const PHONE = "Safari（iOS）";
const LAPTOP = "Firefox（macOS）";

async function askForOthers() {
  await userEvent.click(await screen.findByRole("button", { name: OTHERS }));
  return within(await screen.findByRole("alertdialog", { name: "ほかの端末のログアウト" }));
}
const confirm = (dialog: Section) =>
  userEvent.click(dialog.getByRole("button", { name: "すべてログアウト" }));

describe("a row", () => {
  it("shows device, last use, sign-in and address, in the order of the API", async () => {
    const section = await show();
    const row = await rowOf(section, "Chrome（Windows）");
    expect(row).toHaveTextContent(
      "最終アクセス2026/11/21 00:05ログイン日時2026/11/20 09:30接続元203.0.113.5",
    );
    expect(section.getAllByRole("listitem").map((one) => one.querySelector("strong"))).toEqual(
      ["Chrome（Windows）", PHONE, LAPTOP].map((device) => section.getByText(device)),
    );
    expect(staff.calls("GET /sessions")[0]?.query).toMatchObject({ size: "50" });
  });

  it("is marked and has no button where it is this device", async () => {
    const row = within(await rowOf(await show(), "Chrome（Windows）"));
    expect(row.getByText("この端末")).toBeVisible();
    expect(row.queryByRole("button")).toBeNull();
    expect(screen.getAllByText("この端末")).toHaveLength(1);
    expect(await signOutOf(PHONE)).toHaveAccessibleDescription(/最終アクセス 2026\/11\/21 00:05/);
  });

  it.each([
    [{ system: null }, "Chrome"],
    [{ browser: null }, "Windows"],
    [{ browser: null, system: null, userAgent: "curl/8.5.0" }, "curl/8.5.0"],
    [{ browser: null, system: null, userAgent: "𠮷".repeat(41) }, `${"𠮷".repeat(40)}…`],
    [{ browser: null, system: null, userAgent: " " }, "不明な端末"],
  ])("names the device by what is known: %j", async (given, device) => {
    stored = [own, aSignIn({ sessionId: 2, ...given })];
    await show();
    expect(await signOutOf(device)).toBeVisible();
  });
});

describe.each(areas)("in the $name area", ({ name, path, api }) => {
  beforeEach(() => {
    if (name === "admin") userProfile.set(aProfile({ isSystemAdmin: true }));
  });

  it("ends one sign-in, says so, and hands the focus to the next row", async () => {
    const section = await show(path);
    const next = await rowOf(section, LAPTOP);
    (await signOutOf(PHONE)).focus();
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByText("ログアウトしました。")).toBeVisible();
    await isMissing(PHONE);
    expect(next).toHaveFocus();
    expect(api.sent).toMatchObject([{ method: "DELETE", path: "/sessions/2" }]);
    await waitFor(() => expect(api.calls("GET /sessions")).toHaveLength(2));
  });

  it("ends all others after a question, says so, and hands the focus to this device", async () => {
    const section = await show(path);
    const dialog = await askForOthers();
    expect(api.sent).toEqual([]);
    await confirm(dialog);
    expect(await screen.findByText("ほかの端末をすべてログアウトしました。")).toBeVisible();
    expect(await section.findByText(ONLY_THIS)).toBeVisible();
    expect(section.getAllByRole("listitem")).toHaveLength(1);
    expect(screen.queryByRole("button", { name: OTHERS })).toBeNull();
    expect(await rowOf(section, "Chrome（Windows）")).toHaveFocus();
    expect(api.sent).toMatchObject([{ method: "DELETE", path: "/sessions/others" }]);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(await rowOf(section, "Chrome（Windows）")).toHaveFocus();
  });
});

describe("ending one", () => {
  it("hands the focus to the row before where it was the last one", async () => {
    const section = await show();
    await userEvent.click(await signOutOf(LAPTOP));
    await isMissing(LAPTOP);
    expect(await rowOf(section, PHONE)).toHaveFocus();
  });

  it("leaves the focus where it has moved meanwhile", async () => {
    const { passed, open } = gate();
    staff.answer("DELETE /sessions/{id}", (asked) => passed.then(() => endOne(asked)));
    await show();
    await userEvent.click(await signOutOf(PHONE));
    const edit = screen.getByRole("button", { name: "編集" });
    edit.focus();
    open();
    await isMissing(PHONE);
    expect(edit).toHaveFocus();
  });

  it("is sent once, however often it is pressed", async () => {
    const { passed, open } = gate();
    staff.answer("DELETE /sessions/{id}", (asked) => passed.then(() => endOne(asked)));
    const section = await show();
    const button = await signOutOf(PHONE);
    await userEvent.dblClick(button);
    expect(button).toHaveTextContent("処理中...");
    expect(section.getByText(PHONE)).toBeVisible();
    open();
    await screen.findByText("ログアウトしました。");
    expect(staff.sent).toHaveLength(1);
  });

  it("that had ended elsewhere counts as done, and the list is read again", async () => {
    expectConsoleErrors();
    staff.refuse("DELETE /sessions/{id}", notFound());
    const section = await show();
    const button = await signOutOf(PHONE);
    stored = [own, laptop];
    await userEvent.click(button);
    expect(await screen.findByText("ログアウトしました。")).toBeVisible();
    await isMissing(PHONE);
    await waitFor(() => expect(staff.calls("GET /sessions")).toHaveLength(2));
    expect(section.getByText(LAPTOP)).toBeVisible();
  });

  it("that fails keeps the row, its button and the focus, and says why", async () => {
    expectConsoleErrors();
    staff.refuse("DELETE /sessions/{id}", unavailable(), { once: true });
    const section = await show();
    const button = await signOutOf(PHONE);
    await userEvent.click(button);
    const row = within(await rowOf(section, PHONE));
    await waitFor(() => expect(row.getByRole("alert")).toHaveTextContent(AWAY));
    expect(button).toHaveFocus();
    await userEvent.click(button);
    await isMissing(PHONE);
  });

  it("takes the row off although the list cannot be read again, and says that", async () => {
    expectConsoleErrors();
    const section = await show();
    const button = await signOutOf(PHONE);
    staff.refuse("GET /sessions", unavailable());
    await userEvent.click(button);
    expect(await section.findByRole("button", { name: "再読み込み" })).toBeVisible();
    await isMissing(PHONE);
    expect(section.getByText(LAPTOP)).toBeVisible();
  });
});

describe("ending all others", () => {
  it("is called off by キャンセル, with the focus back at its button", async () => {
    await show();
    const dialog = await askForOthers();
    await userEvent.click(dialog.getByRole("button", { name: "キャンセル" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(screen.getByRole("button", { name: OTHERS })).toHaveFocus();
    expect(screen.getByRole("dialog", { name: "個人設定" })).toBeVisible();
    expect(staff.sent).toEqual([]);
  });

  it("takes them off although the list cannot be read again, and says that", async () => {
    expectConsoleErrors();
    const section = await show();
    const dialog = await askForOthers();
    staff.refuse("GET /sessions", unavailable());
    await confirm(dialog);
    expect(await section.findByRole("button", { name: "再読み込み" })).toBeVisible();
    await isMissing(PHONE);
    expect(section.getAllByRole("listitem")).toHaveLength(1);
  });

  it("that fails says why, and keeps the question and the rows", async () => {
    expectConsoleErrors();
    staff.refuse("DELETE /sessions/others", unavailable());
    const section = await show();
    const dialog = await askForOthers();
    await confirm(dialog);
    await waitFor(() => expect(dialog.getByRole("alert")).toHaveTextContent(AWAY));
    expect(section.getByText(PHONE)).toBeVisible();
  });
});

describe("the list", () => {
  it("keeps room while it loads", async () => {
    const { passed, open } = gate();
    staff.answer("GET /sessions", async (asked) => {
      await passed;
      return paged([own])(asked);
    });
    const section = await show();
    expect(section.getByText("読み込み中...")).toBeVisible();
    open();
    expect(await section.findByText(ONLY_THIS)).toBeVisible();
    expect(section.queryByText("読み込み中...")).toBeNull();
  });

  it("of this device alone says that there is no other", async () => {
    stored = [own];
    const section = await show();
    expect(await section.findByText(ONLY_THIS)).toBeVisible();
    expect(section.getByText("この端末")).toBeVisible();
    expect(section.queryByRole("button")).toBeNull();
  });

  it("without this device marks none", async () => {
    stored = [phone];
    const section = await show();
    expect(await signOutOf(PHONE)).toBeVisible();
    expect(section.queryByText("この端末")).toBeNull();
    expect(section.queryByText(ONLY_THIS)).toBeNull();
    await confirm(await askForOthers());
    expect(await section.findByText(ONLY_THIS)).toBeVisible();
    expect(section.getByRole("heading", { name: "ログイン中の端末" })).toHaveFocus();
  });

  it("shows five, and all that were read at the press of a button", async () => {
    stored = [own, ...many(7)];
    const section = await show();
    const more = await section.findByRole("button", { name: "ほかの3件を表示" });
    expect(section.getAllByRole("listitem")).toHaveLength(5);
    await userEvent.click(more);
    expect(section.getAllByRole("listitem")).toHaveLength(8);
    expect(section.getAllByRole("listitem")[5]).toHaveFocus();
    expect(section.queryByText(/直近に使われた/)).toBeNull();
  });

  it("says that it is cut at 50", async () => {
    staff.answer("GET /sessions", paged([own, ...many(60)]));
    const section = await show();
    await userEvent.click(await section.findByRole("button", { name: "ほかの45件を表示" }));
    expect(section.getAllByRole("listitem")).toHaveLength(50);
    expect(section.getByText("直近に使われた50件を表示しています。")).toBeVisible();
  });

  it("that cannot be read says why, and is read again at the press of a button", async () => {
    expectConsoleErrors();
    staff.refuse("GET /sessions", unavailable(), { once: true });
    const section = await show();
    const alert = within(await section.findByRole("alert"));
    expect(alert.getByText(AWAY)).toBeVisible();
    expect(section.queryByText(ONLY_THIS)).toBeNull();
    await userEvent.click(section.getByRole("button", { name: "再読み込み" }));
    expect(await section.findByText(PHONE)).toBeVisible();
    expect(section.getByRole("heading", { name: "ログイン中の端末" })).toHaveFocus();
    expect(section.queryByRole("button", { name: "再読み込み" })).toBeNull();
  });

  it("is hidden while the password is edited, and read again afterwards", async () => {
    const section = await show();
    await section.findByText(PHONE);
    await userEvent.click(screen.getByRole("button", { name: "編集" }));
    expect(screen.queryByText(PHONE)).toBeNull();
    stored = [own];
    const { passed, open } = gate();
    staff.answer("GET /sessions", async (asked) => {
      await passed;
      return paged(stored)(asked);
    });
    await userEvent.click(screen.getByRole("button", { name: "キャンセル" }));
    expect(await screen.findByRole("region", { name: "ログイン中の端末" })).toBeVisible();
    expect(screen.queryByText(PHONE)).toBeNull();
    open();
    expect(await screen.findByText(ONLY_THIS)).toBeVisible();
  });
});
