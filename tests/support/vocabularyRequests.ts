import type { z } from "zod";
import {
  jsonForms,
  type VocabularyChanges,
  vocabularyChanges,
} from "../../domain/vocabulary/schemas.ts";
import type { Answer, ApiClient } from "./apiClient.ts";

export const VOCABULARY = "/api/v1/vocabulary";

const ownForm = jsonForms.options[0];
export type OwnForm = z.infer<typeof ownForm>;

/** The words of an organization in our own form. */
export function wordsOf({ body }: Pick<Answer, "body">): OwnForm {
  return ownForm.parse(body);
}

/** All pages of what has changed since a revision. */
export async function changesSince(
  program: ApiClient,
  organizationId: number,
  after: number | string,
  size = 1_000,
): Promise<Omit<VocabularyChanges, "next">> {
  const all: Omit<VocabularyChanges, "next"> = { revision: 0, upserts: [], deletes: [] };
  for (let place: string | null = String(after); place !== null; ) {
    const query = `organizationId=${organizationId}&after=${place}&size=${size}`;
    const { status, body, text } = await program.get(`${VOCABULARY}/changes?${query}`);
    if (status !== 200) throw new Error(`${status} ${text}`);
    const page = vocabularyChanges.parse(body);
    all.revision = page.revision;
    all.upserts.push(...page.upserts);
    all.deletes.push(...page.deletes);
    place = page.next;
  }
  return all;
}
