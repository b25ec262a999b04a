import { can } from "../../../domain/access.ts";
import type { FoundKind } from "../../../domain/search/rules.ts";
import { searchKey, searchKeys } from "../../../domain/text/searchKey.ts";
import type { RecentRecord } from "../../components/recent/recentRecords.ts";
import { screenWords } from "../../i18n/ja/quickSearch.ts";
import { alerts } from "../../i18n/ja/resources/alerts.ts";
import { contracts } from "../../i18n/ja/resources/contracts.ts";
import { dictionaries } from "../../i18n/ja/resources/dictionaries.ts";
import { entries } from "../../i18n/ja/resources/entries.ts";
import { organizations } from "../../i18n/ja/resources/organizations.ts";
import { users } from "../../i18n/ja/resources/users.ts";
import { workspaces } from "../../i18n/ja/resources/workspaces.ts";
import { isAdminPath } from "../../providers/http/area.ts";
import { canAccessResource, userProfile } from "../../providers/signIn/userProfile.ts";
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
  /** By what it is found besides its title: how it is read, and other words for it. */
  words?: string;
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
  return kind === "organizations" || parentId !== null ? path : `${path}/show`;
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

/** Those of the given options that each word of a text is in, also by other words for them. */
export function matching(options: readonly Option[], text: string): Option[] {
  const words = text.split(/\s+/u).map(searchKey).filter(Boolean);
  return options.filter(({ title, details, words: others }) => {
    const key = searchKeys(title, others, ...details);
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

/** The screens of the sidebar, and the alerts, to which the bell leads. */
export function placeOptions({
  items,
  nameOf,
}: {
  items: LayoutDialogProps["items"];
  nameOf: (item: LayoutDialogProps["items"][number]) => string;
}): Option[] {
  const flags = userProfile.get();
  const shown = items.filter((item) => flags.isSystemAdmin || !item.adminOnly);
  const places = shown.map((item) => ({ path: item.path, title: nameOf(item) }));
  const area = currentArea();
  const path = `${areaBase()}/alerts`;
  if (
    canAccessResource(area, flags, { resource: "alerts", action: "list" }) &&
    !places.some((place) => place.path === path)
  ) {
    places.push({ path, title: alerts.name });
  }
  return places.map(({ path, title }) => ({
    key: `place-${path}`,
    title,
    details: [],
    href: path,
    words: screenWords[path.split("/").at(-1) ?? ""] ?? "",
  }));
}

/** Whether the server finds anything for this person here: system admins belong to no organization. */
export function mayFind(): boolean {
  return can(userProfile.get(), currentArea() === "admin" ? "contract.manage" : "dictionary.read");
}
