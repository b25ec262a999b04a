import { can } from "../../../domain/access.ts";
import type { FoundKind } from "../../../domain/search/rules.ts";
import { searchKey, searchKeys } from "../../../domain/text/searchKey.ts";
import type { RecentRecord } from "../../components/recent/recentRecords.ts";
import { app } from "../../i18n/ja/app.ts";
import { actionReadings, quickSearch, screenReadings } from "../../i18n/ja/quickSearch.ts";
import { contracts } from "../../i18n/ja/resources/contracts.ts";
import { dictionaries } from "../../i18n/ja/resources/dictionaries.ts";
import { entries } from "../../i18n/ja/resources/entries.ts";
import { organizations } from "../../i18n/ja/resources/organizations.ts";
import { users } from "../../i18n/ja/resources/users.ts";
import { workspaces } from "../../i18n/ja/resources/workspaces.ts";
import { isAdminPath } from "../../providers/http/area.ts";
import { canAccessResource } from "../../providers/signIn/resourceAccess.ts";
import { userProfile } from "../../providers/signIn/userProfile.ts";
import type { LayoutDialogProps } from "../shortcuts.ts";

/** What the quick search leads to: a page or an action. */
export interface Option {
  key: string;
  title: string;
  details: readonly string[];
  /** The whole path of the page. */
  href?: string;
  run?: () => void;
  /** The server has found it, so the next answer may be without it. */
  found?: true;
  /** By what it is found besides its title. */
  reading?: string;
}

export interface Group {
  name: string;
  options: readonly Option[];
}

export const currentArea = () => (isAdminPath(window.location.pathname) ? "admin" : "staff");
export const areaBase = () => (currentArea() === "admin" ? "/admin" : "");

/** The page of a record of the current area. */
export function recordPath(kind: FoundKind, id: string, parentId: string | null = null): string {
  const path = `${areaBase()}/${kind}/${encodeURIComponent(id)}`;
  return kind === "users" || kind === "organizations" || parentId !== null ? path : `${path}/show`;
}

/** A list with a keyword. */
export function listPath(path: string, q: string): string {
  return `${areaBase()}/${path}?${new URLSearchParams({ filter: JSON.stringify({ q }) })}`;
}

const kinds = { contracts, dictionaries, entries, organizations, users, workspaces };

/** What the current area calls the records of a kind. */
export function kindName(kind: FoundKind): string {
  return kind === "users" && currentArea() === "staff" ? users.members.title : kinds[kind].name;
}

/** Those of the given options that each word of a text is in, also by their reading. */
export function matching(options: readonly Option[], text: string): Option[] {
  const words = text.split(/\s+/u).map(searchKey).filter(Boolean);
  return options.filter(({ title, details, reading }) => {
    const key = searchKeys(title, reading, ...details);
    return words.every((word) => key.includes(word));
  });
}

export function recentOptions(records: readonly RecentRecord[]): Option[] {
  const area = currentArea();
  return records
    .filter(({ kind }) => mayOpen(area, kind))
    .map(({ kind, id, title }) => ({
      key: `${kind}-${id}`,
      title,
      details: [kindName(kind)],
      href: recordPath(kind, id),
    }));
}

/** Records of both areas may be among those that a system admin opened last. */
function mayOpen(area: "admin" | "staff", resource: string): boolean {
  const flags = userProfile.get();
  const action = resource === "users" || resource === "organizations" ? "edit" : "show";
  return canAccessResource(area, flags, { resource, action });
}

/** The screens of the sidebar. */
export function placeOptions({
  items,
  nameOf,
}: {
  items: LayoutDialogProps["items"];
  nameOf: (item: LayoutDialogProps["items"][number]) => string;
}): Option[] {
  const { isSystemAdmin } = userProfile.get();
  return items
    .filter((item) => isSystemAdmin || !item.adminOnly)
    .map((item) => ({
      key: `place-${item.path}`,
      title: nameOf(item),
      details: [],
      href: item.path,
      reading: screenReadings[item.path.split("/").at(-1) ?? ""] ?? "",
    }));
}

const created: Record<
  "admin" | "staff",
  readonly (readonly [keyof typeof actionReadings, string])[]
> = {
  admin: [
    ["contracts", contracts.list.add],
    ["users", users.list.invite],
  ],
  staff: [
    ["dictionaries", dictionaries.list.add],
    ["workspaces", workspaces.list.add],
    ["users", users.members.invite],
  ],
};

/** What the person may add or do from anywhere. */
export function actionOptions({
  onShow,
  onLogout,
}: Pick<LayoutDialogProps, "onShow" | "onLogout">): Option[] {
  const area = currentArea();
  const flags = userProfile.get();
  return [
    ...created[area]
      .filter(([resource]) => canAccessResource(area, flags, { resource, action: "create" }))
      .map(([resource, label]) => ({
        key: `create-${resource}`,
        title: label,
        details: [],
        href: `${areaBase()}/${resource}/create`,
        reading: actionReadings[resource],
      })),
    action("settings", app.userMenu.settings, () => onShow("settings")),
    action("keys", quickSearch.showKeys, () => onShow("keys")),
    action("logout", app.userMenu.logout, onLogout),
  ];
}

function action(key: keyof typeof actionReadings, title: string, run: () => void): Option {
  return { key, title, details: [], run, reading: actionReadings[key] };
}

/** Whether the server finds anything for this person here: system admins belong to no organization. */
export function mayFind(): boolean {
  return can(userProfile.get(), currentArea() === "admin" ? "contract.manage" : "dictionary.read");
}
