import Button from "@mui/material/Button";
import { useCallback, useState } from "react";
import { ListBase, ResourceContextProvider } from "react-admin";
import { DEFAULT_PART_OF_SPEECH } from "../../../../domain/entries/partsOfSpeech.ts";
import { DEFAULT_WEIGHT, type EntryField } from "../../../../domain/entries/rules.ts";
import { resourceTopic } from "../../../../domain/events.ts";
import { evidenceText } from "../../../../domain/proposals/fields.ts";
import { formatRecent } from "../../../../domain/text/dates.ts";
import type { Column } from "../../../components/list/column.ts";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListCard } from "../../../components/list/ListPage.tsx";
import { ListFoot } from "../../../components/list/Pager.tsx";
import { lazyDialog, lazyPart } from "../../../components/load/lazyScreen.tsx";
import { saidField, wordOf } from "../../../components/proposals/proposedFields.ts";
import rows from "../../../components/proposals/rowActions.module.css";
import { proposalPages } from "../../../i18n/ja/proposals.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import type { TabProps } from "../paths.ts";
import { OpenTab, type ProposalRecord } from "./useDecision.ts";

const text = proposalPages.tab;

const CorrectDialog = lazyDialog(async () => (await import("./CorrectDialog.tsx")).CorrectDialog);

const SORT = { field: "proposalId", order: "ASC" } as const;
const PER_PAGE = 50;
// The table shows the error itself; a notification would repeat it.
const QUIET = { onError: () => {} };
const PROPOSALS = resourceTopic("proposals");

const choice = {
  name: wordOf,
  Bar: lazyPart(async () => (await import("./ProposalBulk.tsx")).ProposalBulk),
};

/** 提案: what people have proposed for a dictionary, to accept, correct or reject. */
export function ProposalsTab(props: TabProps) {
  useLiveReads(PROPOSALS, "proposals");
  const { dictionaryId } = props.dictionary;
  const [correcting, setCorrecting] = useState<ProposalRecord>();
  const [filter] = useState({ dictionaryId });
  const actions = useCallback(
    (proposal: ProposalRecord) => (
      <Button
        size="small"
        variant="outlined"
        color="secondary"
        aria-label={text.correctOf(wordOf(proposal))}
        onClick={() => setCorrecting(proposal)}
      >
        {text.correct}
      </Button>
    ),
    [],
  );
  return (
    <OpenTab value={props}>
      <ListBase
        resource="proposals"
        filter={filter}
        sort={SORT}
        perPage={PER_PAGE}
        queryOptions={QUIET}
        disableAuthentication
        disableSyncWithLocation
      >
        <ResourceContextProvider value="proposals">
          <ListCard>
            <div className={rows.table}>
              <DataTable<ProposalRecord>
                columns={columns}
                rowLink={false}
                rowActions={actions}
                actionsWidth={120}
                choice={choice}
                empty={text.empty}
              />
            </div>
            <ListFoot />
          </ListCard>
        </ResourceContextProvider>
      </ListBase>
      {correcting ? (
        <CorrectDialog proposal={correcting} tab={props} onClose={() => setCorrecting(undefined)} />
      ) : null}
    </OpenTab>
  );
}

/** What a new word gets where its proposal says nothing. */
const OF_NEW_WORDS: Partial<Record<EntryField, unknown>> = {
  partOfSpeech: DEFAULT_PART_OF_SPEECH,
  weight: DEFAULT_WEIGHT,
};

/** A field as it would be, with what it was where it changes. */
function fieldColumn(
  source: EntryField,
  layout: Partial<Column<ProposalRecord>> = {},
): Column<ProposalRecord> {
  return {
    source,
    label: Reflect.get(text.columns, source),
    ...layout,
    render: ({ entry, change }) => {
      const value = change[source] ?? (entry ?? OF_NEW_WORDS)[source];
      if (change[source] === undefined)
        return value === undefined ? null : shownValue(source, value);
      if (!entry) return shownValue(source, value);
      return <ins className="strong primary plain">{saidField(source, value)}</ins>;
    },
    below: ({ entry, change }) =>
      entry && change[source] !== undefined ? text.was(saidField(source, entry[source])) : null,
  };
}

const shownValue = (source: EntryField, value: unknown) =>
  value === "" || value === null ? null : saidField(source, value);

const columns: readonly Column<ProposalRecord>[] = [
  { ...fieldColumn("surface", { long: true, names: true }) },
  fieldColumn("reading", { long: true }),
  fieldColumn("partOfSpeech", { width: 96 }),
  fieldColumn("weight", { width: 128 }),
  fieldColumn("note", { long: true, width: 120 }),
  {
    source: "reason",
    label: text.columns.reason,
    long: true,
    render: ({ reason }) => reason,
    below: ({ proposerName, createdAt }) => text.by(proposerName, formatRecent(createdAt)),
  },
  {
    source: "evidence",
    label: text.columns.evidence,
    render: ({ evidence, entryId, change }) => (
      <div>
        <span className="note">{kindOf(entryId, change.enabled)}</span>
        {evidence.length > 0 ? (
          <ul>
            {evidence.map((heard) => (
              <li key={`${heard.before} ${heard.after}`}>{evidenceText(heard)}</li>
            ))}
          </ul>
        ) : null}
      </div>
    ),
  },
];

function kindOf(entryId: number | null, enabled: boolean | undefined): string {
  if (entryId === null) return text.kind.added;
  if (enabled === undefined) return text.kind.changed;
  return enabled ? text.kind.enabled : text.kind.disabled;
}
