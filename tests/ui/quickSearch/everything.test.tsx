import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { can } from "../../../domain/access.ts";
import { adminEndpoints, staffEndpoints } from "../../../domain/api/areas.ts";
import type { Endpoint } from "../../../domain/api/endpoint.ts";
import { actionWords, screenWords, settingWords } from "../../../src/i18n/ja/quickSearch.ts";
import { matching, placeOptions } from "../../../src/layout/quickSearch/destinations.ts";
import { actionOptions, settingOptions } from "../../../src/layout/quickSearch/useQuickSearch.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aProfile, limits } from "../../support/records.ts";
import { openAdminArea, openStaffArea } from "../areas/openArea.tsx";

const admin = apiDouble("admin");
const staff = apiDouble("staff");
const me = { userName: "管理 太郎", email: "sysadmin@example.com", isSystemAdmin: true };

beforeEach(() => {
  window.localStorage.clear();
  admin.answer("GET /me", () => me);
  admin.answer("GET /sessions", paged([]));
  admin.answer("GET /alerts/mails", () => ({ enabled: true, available: true }));
  staff.answer("GET /sessions", paged([]));
  staff.answer("GET /alerts/mails", () => ({ enabled: true, available: true }));
  staff.answer("GET /proposals/mails", () => ({ enabled: true, available: true }));
  staff.answer("GET /contracts/limits", () => limits());
});

const roles = {
  organizationAdmin: { isOrganizationAdmin: true },
  dictionaryAdmin: { isDictionaryAdmin: true },
  member: {},
} as const;

const people = [
  ["a system admin", "systemAdmin"],
  ["an organization admin", "organizationAdmin"],
  ["a dictionary admin", "dictionaryAdmin"],
  ["a member", "member"],
] as const;
type Person = (typeof people)[number][1];

/** Opens the area of a person at a page that asks for nothing. */
async function openAs(person: Person) {
  if (person === "systemAdmin") openAdminArea("/admin/nowhere");
  else {
    staff.answer("GET /users/me", () => aProfile({ ...roles[person] }));
    openStaffArea("/nowhere");
  }
  await screen.findByRole("heading", { level: 1, name: "ページが見つかりません。" });
}

async function optionsOf(group: string) {
  const all = await screen.findByRole("group", { name: group });
  return within(all).getAllByRole("option");
}

/** Without the workspace that links of a tab keep. */
const pathOf = (link: HTMLElement) => link.getAttribute("href")?.split("?")[0];

/** Readings and candidates are asked for. */
const NOT_BY_HAND = ["candidates", "readings", "session", "usage-events", "views"];

/** What the API lets a person add, import or download as a file, as keys of actions. */
function actionsOf(person: Person): string[] {
  const isAdmin = person === "systemAdmin";
  const endpoints: Record<string, Endpoint> = isAdmin ? adminEndpoints : staffEndpoints;
  return Object.entries(endpoints).flatMap(([key, { access }]) => {
    if (access === "public" || !can(userProfile.get(), access)) return [];
    const [, file] = /^GET \/([a-z-]+)\/export$/.exec(key) ?? [];
    const [, rows] = /^POST \/([a-z]+)-imports$/.exec(key) ?? [];
    const [, added] = /^POST \/([a-z-]+)$/.exec(key) ?? [];
    if (file) return [`export-${file}`];
    if (rows) return [`import-${rows}s`];
    return added && !NOT_BY_HAND.includes(added) ? [`create-${added}`] : [];
  });
}

describe.each(people)("the quick search of %s", (_, person) => {
  it("knows every screen of the sidebar and the alerts", async () => {
    await openAs(person);
    const links = within(screen.getByRole("navigation", { name: "メインメニュー" })).getAllByRole(
      "link",
    );
    const bell = screen.queryByRole("button", { name: /アラート/ });
    await userEvent.keyboard("{Control>}k{/Control}");
    const places = await optionsOf("画面");
    const found = places.map((each) => [each.textContent, pathOf(each)]);
    expect(found).toEqual(
      expect.arrayContaining(links.map((link) => [link.textContent, pathOf(link)])),
    );
    expect(places.some(({ textContent }) => textContent === "アラート")).toBe(bell !== null);
  });

  it("knows what this person may add, import and download, and nothing else", async () => {
    await openAs(person);
    const keys = actionOptions({ onShow: () => {}, onLogout: () => {} }).map(({ key }) => key);
    const known = keys.filter((key) => /^(create|import|export)-/.test(key));
    expect(known.sort()).toEqual(actionsOf(person).sort());
  });

  it("knows every setting", async () => {
    await openAs(person);
    await userEvent.click(screen.getByRole("button", { name: "ユーザーメニュー" }));
    const labels = ["menuitem", "radio"].flatMap((role) =>
      screen
        .getAllByRole(role)
        .map((each) => each.textContent || each.closest("label")?.textContent),
    );
    expect(labels).toHaveLength(5);
    await userEvent.click(screen.getByRole("menuitem", { name: "個人設定" }));
    const dialog = await screen.findByRole("dialog", { name: "個人設定" });
    await within(dialog).findByRole("heading", { name: "ログイン中の端末" });
    await within(dialog).findByRole("heading", { name: "2段階認証" });
    const sections = within(dialog).getAllByRole("heading", { level: 3 });
    const titles = [...labels, "パスワード", ...sections.map((each) => each.textContent)];
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.keyboard("{Control>}k{/Control}");
    const options = [...(await optionsOf("設定")), ...(await optionsOf("操作"))];
    const found = options.map(({ textContent }) => textContent ?? "");
    for (const title of titles) {
      expect(found, `${title}`).toContainEqual(expect.stringContaining(title ?? ""));
    }
  });
});

it("finds each of them by how it is read, in kana, and by another word", () => {
  const all = { ...screenWords, ...actionWords, ...settingWords };
  for (const [key, words] of Object.entries(all)) {
    const [reading = "", other = ""] = words.split(" ");
    expect(reading, key).toMatch(/^[ぁ-んーa-z]+$/i);
    for (const word of [reading, other]) {
      const option = { key, title: "", details: [], words };
      expect(word && matching([option], word), `${key} ${word}`).toEqual([option]);
    }
  }
});

it.each([
  ["アラート", "アラート"],
  ["通知", "アラート"],
  ["CSVを取り込む", "契約のCSVを取り込む"],
  ["いんぽーと", "契約のCSVを取り込む"],
  ["ダーク", "表示モード：ダーク"],
  ["くらい", "表示モード：ダーク"],
  ["ぱすわーど", "パスワードを変更"],
])("finds by %s", async (typed, title) => {
  await openAs("systemAdmin");
  const all = [
    ...placeOptions({ items: [], nameOf: () => "" }),
    ...actionOptions({ onShow: () => {}, onLogout: () => {} }),
    ...settingOptions({ onShow: () => {} }),
  ];
  expect(matching(all, typed).map((each) => each.title)).toContain(title);
});

it("turns to the dark colours and says so the next time", async () => {
  await openAs("systemAdmin");
  await userEvent.keyboard("{Control>}k{/Control}");
  await userEvent.click(await screen.findByRole("option", { name: "表示モード：ダーク" }));
  expect(document.documentElement.dataset.colorMode).toBe("dark");
  const [dark] = settingOptions({ onShow: () => {} }).filter(({ key }) => key === "setting-dark");
  expect(dark?.details).toEqual(["選択中"]);
  delete document.documentElement.dataset.colorMode;
});
