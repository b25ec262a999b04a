import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { can } from "../../../domain/access.ts";
import { type FoundKind, MOST_FOUND } from "../../../domain/search/rules.ts";
import { useComposing } from "../../components/form/useComposing.ts";
import { useSettled } from "../../components/form/useSettled.ts";
import { recentRecords } from "../../components/recent/recentRecords.ts";
import { quickSearch } from "../../i18n/ja/quickSearch.ts";
import type { ApiAnswer } from "../../providers/data/api.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { userProfile } from "../../providers/signIn/userProfile.ts";
import type { LayoutDialogProps } from "../shortcuts.ts";
import { useItemNames } from "../sidebarItem.ts";
import { actionOptions, settingOptions } from "./actions.ts";
import {
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
