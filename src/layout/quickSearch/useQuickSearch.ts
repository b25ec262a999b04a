import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { can } from "../../../domain/access.ts";
import { type FoundKind, MOST_FOUND } from "../../../domain/search/rules.ts";
import { useComposing } from "../../components/form/composition.ts";
import { useSettled } from "../../components/form/useSettled.ts";
import { recentRecords } from "../../components/recent/recentRecords.ts";
import { app } from "../../i18n/ja/app.ts";
import { invitations } from "../../i18n/ja/invitations.ts";
import { ownMails, ownSignIns } from "../../i18n/ja/ownSettings.ts";
import {
  actionWords,
  quickSearch,
  settingWords,
  quickSearch as text,
} from "../../i18n/ja/quickSearch.ts";
import { auditEvents } from "../../i18n/ja/resources/auditEvents.ts";
import { contracts } from "../../i18n/ja/resources/contracts.ts";
import { dictionaries } from "../../i18n/ja/resources/dictionaries.ts";
import { proposals } from "../../i18n/ja/resources/proposals.ts";
import { serviceKeys } from "../../i18n/ja/resources/serviceKeys.ts";
import { users } from "../../i18n/ja/resources/users.ts";
import { webhooks } from "../../i18n/ja/resources/webhooks.ts";
import { workspaces } from "../../i18n/ja/resources/workspaces.ts";
import { secondFactor } from "../../i18n/ja/secondFactor.ts";
import type { ApiAnswer } from "../../providers/data/api.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { canAccessResource, userProfile } from "../../providers/signIn/userProfile.ts";
import { applyColorMode, type ColorMode, readColorMode } from "../colorMode.ts";
import type { LayoutDialogProps } from "../shortcuts.ts";
import { useItemNames } from "../sidebarItem.ts";
import {
  areaBase,
  currentArea,
  type Group,
  kindName,
  listPath,
  matching,
  mayFind,
  type Option,
  placeOptions,
  recentOptions,
  recordPath,
} from "./destinations.ts";

type ActionKey = keyof typeof actionWords;

/** What can be done at the lists of an area, by `verb-resource`, with its title. */
function listActions(): readonly (readonly [ActionKey, string])[] {
  const isAdmin = currentArea() === "admin";
  const people = isAdmin ? users.name : users.members.title;
  const { download, import: take } = app.csv;
  return [
    ["create-contracts", contracts.list.add],
    ["create-users", isAdmin ? users.list.invite : users.members.invite],
    ["invite-users", invitations.inviteMany.open],
    ["create-dictionaries", dictionaries.list.add],
    ["create-proposals", proposals.add],
    ["create-workspaces", workspaces.list.add],
    ["create-service-keys", serviceKeys.list.add],
    ["create-webhooks", webhooks.list.add],
    ["create-closings", text.closeMonth],
    ["import-contracts", text.ofList(contracts.name, take)],
    ["import-users", text.ofList(people, take)],
    ["export-contracts", text.ofList(contracts.name, download)],
    ["export-users", text.ofList(people, download)],
    ["export-audit-events", text.ofList(auditEvents.name, download)],
  ];
}

/** These are buttons of the list; the others have pages below it. */
const BUTTONS: readonly ActionKey[] = [
  "create-proposals",
  "create-service-keys",
  "create-webhooks",
  "create-closings",
  "export-contracts",
  "export-users",
  "export-audit-events",
];

function listOption(key: ActionKey, title: string): Option[] {
  const [verb = "", ...name] = key.split("-");
  const resource = name.join("-");
  const action = verb === "export" ? "list" : "create";
  if (!canAccessResource(currentArea(), userProfile.get(), { resource, action })) return [];
  const list = `${areaBase()}/${resource}`;
  const isButton = BUTTONS.includes(key);
  return [
    {
      key,
      title,
      details: isButton ? [text.opensList] : [],
      href: isButton ? list : `${list}/${verb}`,
      words: actionWords[key],
    },
  ];
}

/** What the person may add or do from anywhere. */
export function actionOptions({
  onShow,
  onLogout,
}: Pick<LayoutDialogProps, "onShow" | "onLogout">): Option[] {
  const run = (key: ActionKey, title: string, act: () => void): Option => ({
    key,
    title,
    details: [],
    run: act,
    words: actionWords[key],
  });
  return [
    ...listActions().flatMap(([key, title]) => listOption(key, title)),
    run("keys", text.showKeys, () => onShow("keys")),
    run("logout", app.userMenu.logout, onLogout),
  ];
}

const MODES: readonly ColorMode[] = ["system", "light", "dark"];

/** What the person may set for themselves: in the dialog of 個人設定, and the colours. */
export function settingOptions({ onShow }: Pick<LayoutDialogProps, "onShow">): Option[] {
  const profile = userProfile.get();
  const getsAlerts = can(profile, "alert.read") || can(profile, "ownAlert.read");
  const proposes = can(profile, "entry.propose");
  const ofDialog: readonly (readonly [keyof typeof settingWords, string])[] = [
    ["settings", app.userMenu.settings],
    ["password", text.changePassword],
    ["secondFactor", secondFactor.title],
    ...(getsAlerts ? [["alertMails", ownMails.alerts.title] as const] : []),
    ...(proposes ? [["proposalMails", ownMails.proposals.title] as const] : []),
    ["signIns", ownSignIns.title],
  ];
  const mode = readColorMode();
  return [
    ...ofDialog.map(([key, title]) => ({
      key: `setting-${key}`,
      title,
      details: key === "settings" ? [] : [app.userMenu.settings],
      run: () => onShow("settings"),
      words: settingWords[key],
    })),
    ...MODES.map((each) => ({
      key: `setting-${each}`,
      title: text.colorMode(app.userMenu[each]),
      details: each === mode ? [text.chosen] : [],
      run: () => applyColorMode(each),
      words: settingWords[each],
    })),
  ];
}

type Found = ApiAnswer<"GET /search">["found"][number];

const SETTLE_MS = 150;

/** The API takes 100 code units. */
const MOST_CHARACTERS = 50;

/**
 * The options for a text: records opened last, screens, actions and settings at once; then the records that
 * the server finds. Until it has answered, those of the text before stay, and `waiting` is true.
 */
export function useQuickSearch(props: Omit<LayoutDialogProps, "open" | "onClose">, text: string) {
  const { composing, handlers } = useComposing();
  const nameOf = useItemNames();
  const [recent] = useState(() => recentOptions(recentRecords()));
  const [typed, setTyped] = useState(text);
  // The text of a conversion in progress is not searched.
  if (!composing && typed !== text) setTyped(text);
  const q = Array.from(typed.trim()).slice(0, MOST_CHARACTERS).join("");
  const { found, error, waiting } = useFound(q, composing);

  const seen = new Set<string>();
  const groups = [
    { name: quickSearch.recent, options: matching(recent, q) },
    {
      name: quickSearch.places,
      options: matching(placeOptions({ items: props.items, nameOf }), q),
    },
    { name: quickSearch.actions, options: matching(actionOptions(props), q) },
    { name: quickSearch.settings, options: matching(settingOptions(props), q) },
    ...(q === "" ? [] : foundGroups(found, q)),
    { name: quickSearch.actions, options: q !== "" && !waiting ? proposalOptions(found, q) : [] },
  ]
    .map(({ name, options }) => ({ name, options: options.filter(({ key }) => isNew(seen, key)) }))
    .filter(({ options }) => options.length > 0);
  return { groups, q, error, waiting, composition: handlers };
}

function isNew(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

/** A newer text has another key, so that an older answer never replaces a newer one. */
function useFound(q: string, composing: boolean) {
  const { api } = useApi();
  const settled = useSettled(q, composing, SETTLE_MS);
  const enabled = settled !== "" && mayFind();
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ["search", settled],
    queryFn: ({ signal }) => api("GET /search", { query: { q: settled }, signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
  const isSettled = !composing && settled === q;
  return {
    found: data?.found ?? [],
    error: isSettled ? error : null,
    waiting: q !== "" && mayFind() && (!isSettled || isPlaceholderData || (enabled && isPending)),
  };
}

function foundGroups(found: readonly Found[], q: string): Group[] {
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const ofKind = found.filter((each) => each.kind === kind);
    const name = kindName(kind);
    const options = ofKind.map(foundOption);
    const isFull = ofKind.length === MOST_FOUND && kind !== "entries";
    return { name, options: isFull ? [...options, allOf(kind, name, q)] : options };
  });
}

/** For those who cannot add a word themselves, where no dictionary has it. */
function proposalOptions(found: readonly Found[], q: string): Option[] {
  const flags = userProfile.get();
  if (currentArea() === "admin" || !can(flags, "entry.propose")) return [];
  if (can(flags, "dictionary.write") || found.some(({ kind }) => kind === "entries")) return [];
  const href = `/proposals?${new URLSearchParams({ propose: q })}`;
  return [{ key: "propose", title: quickSearch.propose(q), details: [], href }];
}

function foundOption({ kind, id, title, details, parentId }: Found): Option {
  const isEntry = kind === "entries" && parentId !== null;
  return {
    key: `${kind}-${id}`,
    title,
    details,
    found: true,
    href: isEntry ? listPath(`dictionaries/${parentId}`, title) : recordPath(kind, id),
  };
}

function allOf(kind: FoundKind, name: string, q: string): Option {
  return {
    key: `all-${kind}`,
    title: quickSearch.more(name, q),
    details: [],
    found: true,
    href: listPath(kind, q),
  };
}
