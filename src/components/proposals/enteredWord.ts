import type { FieldValues } from "react-hook-form";
import { ENTRY_FIELDS, type EntryField } from "../../../domain/entries/rules.ts";
import { entryCreate } from "../../../domain/entries/schemas.ts";
import { changedFields } from "../../../domain/fields.ts";
import { type ProposedChange, proposalCreate } from "../../../domain/proposals/schemas.ts";
import type { WriteProblem } from "../../writes/problem.ts";
import { validateWith } from "../form/validateWith.ts";

/** A reason is limited in the same way where a word is proposed and where it is decided on. */
const written = entryCreate.extend({ reason: proposalCreate.shape.reason });

/** The sentences of a form that holds a word and a reason. */
export const wordErrors = validateWith(written);

/** The fields in which what was entered differs from a word. */
export function changeOfWord(
  word: { readonly [Field in EntryField]?: unknown },
  entered: FieldValues,
): ProposedChange {
  return changedFields(word, written.parse(entered), ENTRY_FIELDS);
}

/** The sentences of a refused proposal by the fields of its form: `reading` for `change.reading`. */
export function fieldsOf(problem: WriteProblem | undefined) {
  const fields = Object.entries(problem?.fields ?? {});
  return problem?.fields
    ? Object.fromEntries(
        fields.map(([path, sentence]) => [path.split(".").at(-1) ?? path, sentence]),
      )
    : undefined;
}
