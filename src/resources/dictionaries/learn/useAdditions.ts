import { useState } from "react";
import type { EntryBatch } from "../../../../domain/entries/schemas.ts";
import { grouped } from "../../../../domain/grouped.ts";
import type { ProposedWords } from "../../../../domain/proposals/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import type { ComboboxOption } from "../../../components/form/Combobox.tsx";
import { learnPage } from "../../../i18n/ja/learnPage.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useSubmit } from "../../../writes/useSubmit.ts";
import { useWrite, useWriter } from "../../../writes/useWrite.ts";
import { errorsBySurface, type Learned, type Outcome } from "./candidateState.ts";

const text = learnPage.add;

/** What one dictionary took of an act, with what takes it back. */
interface Addition {
  dictionaryId: number;
  learned: readonly Learned[];
  takeBack: EntryBatch;
}

/**
 * Adds words to dictionaries and changes known ones, of each dictionary all or none, and takes back the
 * last act.
 */
export function useAdditions() {
  const { api } = useApi();
  const send = useWriter("POST /dictionaries/{id}/entries/batch");
  const { pending, problem, submit } = useSubmit();
  const [acts, setActs] = useState<readonly (readonly Addition[])[]>([]);
  const [sent, setSent] = useState<readonly Learned[]>([]);
  // Of entries that were changed and taken back here.
  const [versions, setVersions] = useState<ReadonlyMap<number, number>>(new Map());
  const [said, setSaid] = useState("");
  const last = acts.at(-1);

  /** With this tab's lock, or with the version of an unlocked dictionary. */
  async function write(id: number, body: EntryBatch) {
    const { version } = await api("GET /dictionaries/{id}", { id });
    return send({ id, body, ifMatch: version }, { lock: { resource: "dictionaries", id } });
  }

  /** `target` gets the new words; known ones change in their own dictionaries. True if all is done. */
  async function add(target: ComboboxOption | null, learned: readonly Learned[]): Promise<boolean> {
    const act: Addition[] = [];
    const { result } = await submit(async () => {
      for (const [dictionaryId, ofDictionary] of byDictionary(target, learned)) {
        setSent(ofDictionary);
        const result = await write(dictionaryId, batchOf(ofDictionary, versions));
        const takeBack = takenBack(ofDictionary, result);
        act.push({ dictionaryId, learned: ofDictionary, takeBack });
      }
      return true;
    });
    if (act.length > 0) {
      setActs([...acts, act]);
      const done = act.flatMap((one) => one.learned);
      const added = done.filter((one) => outcomeOf(one) === "added").length;
      const changed = done.length - added;
      setSaid(
        [
          added > 0 ? text.done(formatNumber(added), target?.name ?? "") : "",
          changed > 0 ? text.changed(formatNumber(changed)) : "",
        ].join(""),
      );
    }
    return result === true;
  }

  async function undo(): Promise<void> {
    if (!last) return;
    const left = [...last];
    const { result } = await submit(async () => {
      for (const { dictionaryId, takeBack } of last.toReversed()) {
        const { updated } = await write(dictionaryId, takeBack);
        left.pop();
        setVersions(
          (known) =>
            new Map([...known, ...updated.map((one) => [one.entryId, one.version] as const)]),
        );
      }
      return true;
    });
    const earlier = acts.slice(0, -1);
    setActs(left.length > 0 ? [...earlier, left] : earlier);
    const count = last.reduce((sum, { learned }) => sum + learned.length, 0);
    if (result) setSaid(text.undone(formatNumber(count)));
  }

  const done = acts.flatMap((act) => act.flatMap(({ learned }) => learned));
  return {
    outcomes: new Map(done.map((one) => [one.surface, outcomeOf(one)])),
    said,
    pending,
    problem,
    errors: errorsBySurface(
      problem?.fields,
      (list, place) => sent.filter((one) => (list === "update" ? one.raise : one.create))[place],
    ),
    submit: add,
    undo: last ? undo : undefined,
  };
}

const outcomeOf = ({ dictionaryId }: Learned): Outcome =>
  dictionaryId === null ? "added" : "changed";

function byDictionary(target: ComboboxOption | null, learned: readonly Learned[]) {
  return grouped(learned.map((one) => [one.dictionaryId ?? Number(target?.id), one] as const));
}

function batchOf(learned: readonly Learned[], versions: ReadonlyMap<number, number>): EntryBatch {
  const create = creationsOf(learned);
  const update = raisesOf(learned).map(({ entryId, version, weight }) => {
    return { entryId, version: versions.get(entryId) ?? version, weight };
  });
  return {
    ...(create.length > 0 ? { create } : {}),
    ...(update.length > 0 ? { update } : {}),
  };
}

/** What makes the words of a dictionary what they were before a batch. */
function takenBack(
  learned: readonly Learned[],
  {
    created,
    updated,
  }: Record<"created" | "updated", readonly { entryId: number; version: number }[]>,
): EntryBatch {
  const raises = raisesOf(learned);
  const remove = created.map(({ entryId, version }) => ({ entryId, version }));
  const update = updated.map(({ entryId, version }, n) => {
    return { entryId, version, weight: raises[n]?.before };
  });
  return {
    ...(remove.length > 0 ? { delete: remove } : {}),
    ...(update.length > 0 ? { update } : {}),
  };
}

const creationsOf = (learned: readonly Learned[]) =>
  learned.flatMap(({ create }) => (create ? [create] : []));

const raisesOf = (learned: readonly Learned[]) =>
  learned.flatMap(({ raise }) => (raise ? [raise] : []));

const proposing = learnPage.propose;

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
    .map((code) => proposing.refused[code](formatNumber(count(code))));
  const done =
    proposals.length > 0 ? proposing.done(formatNumber(proposals.length)) : proposing.nothingNew;
  return [done, ...rest].join("");
}
