import { can } from "../../../domain/access.ts";
import type { FoundKind } from "../../../domain/search/rules.ts";
import { searchKey, searchKeys } from "../../../domain/text/searchKey.ts";
import type { RecentRecord } from "../../components/recent/recentRecords.ts";
import { actionReadings, placeReadings, quickSearch } from "../../i18n/ja/quickSearch.ts";
import type { TextKey, Translate } from "../../i18n/translate.ts";
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

/** What the current area calls the records of a kind. */
export function kindName(kind: FoundKind, translate: Translate): string {
  const isMember = kind === "users" && currentArea() === "staff";
  return translate(isMember ? "resources.users.members.title" : `resources.${kind}.name`);
}

/** Those of the given options that each word of a text is in, also by their reading. */
export function matching(options: readonly Option[], text: string): Option[] {
  const words = text.split(/\s+/u).map(searchKey).filter(Boolean);
  return options.filter(({ title, details, reading }) => {
    const key = searchKeys(title, reading, ...details);
    return words.every((word) => key.includes(word));
  });
}

export function recentOptions(records: readonly RecentRecord[], translate: Translate): Option[] {
  const area = currentArea();
  return records
    .filter(({ kind }) => mayOpen(area, kind))
    .map(({ kind, id, title }) => ({
      key: `${kind}-${id}`,
      title,
      details: [kindName(kind, translate)],
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
      reading: placeReadings[item.path.split("/").at(-1) ?? ""] ?? "",
    }));
}

const created: Record<
  "admin" | "staff",
  readonly (readonly [keyof typeof actionReadings, TextKey])[]
> = {
  admin: [
    ["contracts", "resources.contracts.list.add"],
    ["users", "resources.users.list.invite"],
  ],
  staff: [
    ["dictionaries", "resources.dictionaries.list.add"],
    ["workspaces", "resources.workspaces.list.add"],
    ["users", "resources.users.members.invite"],
  ],
};

/** What the person may add or do from anywhere. */
export function actionOptions(
  { onShow, onLogout }: Pick<LayoutDialogProps, "onShow" | "onLogout">,
  translate: Translate,
): Option[] {
  const area = currentArea();
  const flags = userProfile.get();
  return [
    ...created[area]
      .filter(([resource]) => canAccessResource(area, flags, { resource, action: "create" }))
      .map(([resource, label]) => ({
        key: `create-${resource}`,
        title: translate(label),
        details: [],
        href: `${areaBase()}/${resource}/create`,
        reading: actionReadings[resource],
      })),
    action("settings", translate("app.userMenu.settings"), () => onShow("settings")),
    action("keys", quickSearch.showKeys, () => onShow("keys")),
    action("logout", translate("app.userMenu.logout"), onLogout),
  ];
}

function action(key: keyof typeof actionReadings, title: string, run: () => void): Option {
  return { key, title, details: [], run, reading: actionReadings[key] };
}

/** Whether the server finds anything for this person here: system admins belong to no organization. */
export function mayFind(): boolean {
  return can(userProfile.get(), currentArea() === "admin" ? "contract.manage" : "dictionary.read");
}
