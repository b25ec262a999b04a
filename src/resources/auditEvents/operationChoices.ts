import { auditWords } from "virtual:audit-words";
import { can, type Flags } from "../../../domain/access.ts";
import { targetKindLabel } from "../../../domain/audit/words.ts";
import { grouped } from "../../../domain/grouped.ts";
import type { SearchChoice } from "../../components/list/SearchFields.tsx";
import { auditEvents } from "../../i18n/ja/resources/auditEvents.ts";

const OTHERS = "other";
/** What no event of an organization is about. */
const OF_PROVIDER = ["adminSignIn", "serviceKey", "webhook", "database"];
const OF_DICTIONARIES = ["dictionary", "entry", "signIn"];
/** The target of the own sign-ins. */
const OF_SIGN_INS = "user";

/**
 * The operations that the reader can meet (docs/product/audit.md#reading), by kind. Those of a kind that
 * have the same words are one choice.
 */
export function operationChoices(reader: Flags): SearchChoice[] {
  const ofGroups = grouped(
    Object.keys(auditWords.operations).map((id) => [auditWords.groups[id] ?? OTHERS, id] as const),
  );
  return [...ofGroups]
    .filter(([group]) => meets(reader, group))
    .sort(([a], [b]) => Number(a === OTHERS) - Number(b === OTHERS))
    .flatMap(([group, ids]) => {
      const named = grouped(ids.map((id) => [auditWords.operations[id] ?? id, id] as const));
      return [...named].map(([name, same]) => ({
        id: same.join(","),
        name,
        group: auditEvents.groups[group] ?? targetKindLabel(auditWords, group),
      }));
    });
}

/** The kinds of targets that the reader can meet; an entry is part of events about its dictionary. */
export function kindChoices(reader: Flags): SearchChoice[] {
  return Object.entries(auditWords.kinds)
    .filter(([kind]) => kind !== "entry" && (meets(reader, kind) || kind === OF_SIGN_INS))
    .map(([id, { label }]) => ({ id, name: label }));
}

function meets(reader: Flags, group: string): boolean {
  if (can(reader, "audit.readAll")) return true;
  if (reader.isOrganizationAdmin) return !OF_PROVIDER.includes(group);
  return reader.isDictionaryAdmin ? OF_DICTIONARIES.includes(group) : group === "signIn";
}
