import { useId, useState } from "react";
import { DEFAULT_WEIGHT } from "../../../../domain/entries/rules.ts";
import { type TriedEntry, triedEntry } from "../../../../domain/preview/schemas.ts";
import { MOST_DECIDED } from "../../../../domain/proposals/rules.ts";
import type { Proposal, ProposalDecision } from "../../../../domain/proposals/schemas.ts";
import { BulkBar } from "../../../components/bulk/BulkBar.tsx";
import type { BulkAction, BulkOutcome } from "../../../components/bulk/BulkDialog.tsx";
import { FieldText, FormField } from "../../../components/form/FormField.tsx";
import type { ChosenRows } from "../../../components/list/choice.tsx";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { wordOf } from "../../../components/proposals/proposedFields.ts";
import { proposalPages } from "../../../i18n/ja/proposals.ts";
import { type ProposalRecord, useDecision, useOpenTab } from "./useDecision.ts";

/** The words as proposals would make them, for a trial of the change. */
function triedEntries(
  proposals: readonly Pick<Proposal, "entryId" | "entry" | "change">[],
): TriedEntry[] {
  return proposals.flatMap(({ entryId, entry, change }) => {
    const { surface, reading, weight, enabled } = {
      weight: DEFAULT_WEIGHT,
      enabled: true,
      ...entry,
      ...change,
    };
    const tried = { surface, reading, weight, enabled };
    const { success, data } = triedEntry.safeParse(
      entryId === null ? tried : { ...tried, entryId },
    );
    return success ? [data] : [];
  });
}

const text = proposalPages.tab;

const ChangePreview = lazyDialog(
  async () => (await import("../preview/ChangePreview.tsx")).ChangePreview,
);

/** Accepts and rejects chosen proposals in one act, or tries what they would do. */
export function ProposalBulk(rows: ChosenRows<ProposalRecord>) {
  const { dictionary, editLock } = useOpenTab();
  const { dictionaryId } = dictionary;
  const { pending, decide, undo } = useDecision(dictionaryId, editLock);
  const [tried, setTried] = useState<readonly ProposalRecord[]>();

  async function send(
    chosen: readonly ProposalRecord[],
    body: ProposalDecision,
    said: (count: number) => string,
  ) {
    const { result, problem } = await decide(chosen, body);
    if (!result) return problem ? { problem } : {};
    const ids = result.proposals.map(({ proposalId }) => proposalId);
    return { result: { said: said(ids.length), undo: () => takeBack(ids) } };
  }

  async function takeBack(ids: number[]): Promise<BulkOutcome> {
    const { result, problem } = await undo(ids);
    if (!result) return problem ? { problem } : {};
    return { result: { said: text.undone(result.proposals.length, result.kept) } };
  }

  const accept: BulkAction<ProposalRecord, string> = {
    label: text.accept,
    untouched: () => null,
    run: (chosen) => send(chosen, { accept: idsOf(chosen) }, text.accepted),
  };
  const reject: BulkAction<ProposalRecord, string> = {
    label: text.reject,
    question: {
      title: text.rejectTitle,
      body: text.rejectQuestion,
      hint: text.rejectHint,
      field: (field) => <ReasonField {...field} />,
    },
    untouched: () => null,
    run: (chosen, reason = "") => send(chosen, { reject: idsOf(chosen), reason }, text.rejected),
  };
  const attempt: BulkAction<ProposalRecord, string> = {
    label: text.try,
    untouched: () => null,
    run: async (chosen) => {
      setTried(chosen);
      return {};
    },
  };
  return (
    <>
      <BulkBar
        {...rows}
        most={MOST_DECIDED}
        actions={[accept, reject, attempt]}
        describe={(proposal) => [wordOf(proposal), proposalPages.own.by(proposal.proposerName)]}
        counted={text.counted}
        pending={pending}
      />
      {tried ? (
        <ChangePreview
          dictionaryId={dictionaryId}
          tried={{ entries: triedEntries(tried) }}
          onClose={() => setTried(undefined)}
        />
      ) : null}
    </>
  );
}

const idsOf = (chosen: readonly ProposalRecord[]) => chosen.map(({ proposalId }) => proposalId);

interface ReasonFieldProps {
  value: string | undefined;
  onChange: (value: string) => void;
  isMissing: boolean;
}

function ReasonField({ value = "", onChange, isMissing }: ReasonFieldProps) {
  const id = useId();
  const error = isMissing && value.trim() === "" ? text.reasonMissing : undefined;
  return (
    <FormField id={id} label={text.reason} required error={error}>
      {(aria) => (
        <FieldText
          {...aria}
          rows={3}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  );
}
