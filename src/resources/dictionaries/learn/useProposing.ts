import { useState } from "react";
import type { ProposedWords } from "../../../../domain/proposals/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import type { ComboboxOption } from "../../../components/form/useOptions.ts";
import { learnPage } from "../../../i18n/ja/learnPage.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { errorsBySurface, type Learned, type Outcome } from "./candidateState.ts";

const text = learnPage.propose;

const OUTCOMES = {
  ENTRY_EXISTS: "existing",
  PROPOSAL_EXISTS: "proposed",
  NOT_FOUND: "deleted",
} as const satisfies Record<ProposedWords["refused"][number]["code"], Outcome>;

/** Proposes words and changes of words by one request. */
export function useProposing() {
  const { write, pending, problem } = useWrite("POST /proposals/bulk", { changes: "proposals" });
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [sent, setSent] = useState<readonly Learned[]>([]);
  const [said, setSaid] = useState("");

  /** `target` is the dictionary for new words. True if the request was answered. */
  async function propose(
    target: ComboboxOption | null,
    learned: readonly Learned[],
    reason: string,
  ): Promise<boolean> {
    setSent(learned);
    const proposals = learned.map(({ dictionaryId, create, raise, evidence }) => ({
      dictionaryId: dictionaryId ?? Number(target?.id),
      ...(raise
        ? { entryId: raise.entryId, change: { weight: raise.weight } }
        : { change: { ...create } }),
      ...(reason ? { reason } : {}),
      ...(evidence.length > 0 ? { evidence } : {}),
    }));
    const { result } = await write({ body: { proposals } });
    if (!result) return false;
    const refused = new Map(result.refused.map(({ index, code }) => [index, OUTCOMES[code]]));
    const became = learned.map(
      ({ surface }, n) => [surface, refused.get(n) ?? "proposed"] as const,
    );
    setOutcomes(new Map([...outcomes, ...became]));
    setSaid(sumOf(result));
    return true;
  }

  const errors = errorsBySurface(problem?.fields, (_, place) => sent[place]);
  return { outcomes, said, pending, problem, errors, submit: propose };
}

/** 12件を提案しました。3件は登録済みです。 */
function sumOf({ proposals, refused }: ProposedWords): string {
  const count = (code: keyof typeof OUTCOMES) => refused.filter((one) => one.code === code).length;
  const rest = (["ENTRY_EXISTS", "PROPOSAL_EXISTS", "NOT_FOUND"] as const)
    .filter((code) => count(code) > 0)
    .map((code) => text.refused[code](formatNumber(count(code))));
  const done = proposals.length > 0 ? text.done(formatNumber(proposals.length)) : text.nothingNew;
  return [done, ...rest].join("");
}
