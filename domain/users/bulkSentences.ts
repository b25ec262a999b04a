import { namesOfPeople, staleRowSentence } from "../bulkSentences.ts";
import { personSentences } from "../userImports/sentences.ts";
import type { Refusal } from "./bulk.ts";
import { managedSentence, ownRightsSentence } from "./labels.ts";

export const refusalSentences: Record<Refusal, string> = {
  OWN: ownRightsSentence,
  ERASED: personSentences.erased,
  NO_MEMBER: "組織に所属する利用者のみ変更できます。",
  MANAGED: managedSentence,
  STALE: staleRowSentence,
};

/** Sentences of the API about many users at once. */
export const manySentences = {
  refused: (names: readonly string[]) =>
    `変更できない利用者が含まれているため、誰も変更していません（${namesOfPeople(names)}）。`,
  lastAdmins: (names: readonly string[]) =>
    `管理者がいなくなるため、誰も変更していません（${namesOfPeople(names)}）。`,
  lastOf: (organization: string | null) =>
    organization === null
      ? "システム管理者がいなくなります。"
      : `${organization}の組織管理者がいなくなります。`,
} as const;
