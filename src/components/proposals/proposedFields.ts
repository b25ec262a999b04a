import { entryFields } from "../../../domain/entries/fields.ts";
import { ENTRY_FIELDS, type EntryField } from "../../../domain/entries/rules.ts";
import { fieldWords } from "../../../domain/fields.ts";
import type { Proposal, ProposedChange } from "../../../domain/proposals/schemas.ts";
import { proposalPages as text } from "../../i18n/ja/proposals.ts";

/** What people know a proposal by: the word as it is, or as it would be. */
export function wordOf({ entry, change }: Pick<Proposal, "entry" | "change">): string {
  return entry?.surface ?? change.surface ?? "";
}

/** A field as screens say it. */
export function saidField(field: EntryField, value: unknown): string {
  return fieldWords(entryFields[field], value) ?? text.blank;
}

/** What a change sets, each with what it was: 強さ：2（標準）→3（強）. */
export function changeInWords(entry: Proposal["entry"], change: ProposedChange): string {
  return ENTRY_FIELDS.flatMap((field) => {
    if (change[field] === undefined) return [];
    const { label } = entryFields[field];
    const after = saidField(field, change[field]);
    return entry
      ? text.changed(label, saidField(field, entry[field]), after)
      : text.set(label, after);
  }).join(text.between);
}

/** What was written otherwise than it was proposed: 表記：千波子→千波湖. */
export function correctionInWords(proposed: ProposedChange, written: ProposedChange): string {
  return ENTRY_FIELDS.flatMap((field) => {
    if (written[field] === undefined || written[field] === proposed[field]) return [];
    const { label } = entryFields[field];
    return text.changed(label, saidField(field, proposed[field]), saidField(field, written[field]));
  }).join(text.between);
}
