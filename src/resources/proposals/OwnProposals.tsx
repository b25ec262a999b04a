import Button from "@mui/material/Button";
import { useCallback, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { resourceTopic } from "../../../domain/events.ts";
import { PROPOSAL_STATES, type ProposalState } from "../../../domain/proposals/rules.ts";
import type { Proposal } from "../../../domain/proposals/schemas.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { StatusChip, type Tone } from "../../components/display/StatusChip.tsx";
import type { Column } from "../../components/list/column.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import {
  changeInWords,
  correctionInWords,
  wordOf,
} from "../../components/proposals/proposedFields.ts";
import styles from "../../components/proposals/rowActions.module.css";
import { proposalPages } from "../../i18n/ja/proposals.ts";
import { proposals } from "../../i18n/ja/resources/proposals.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import { useWrite } from "../../writes/useWrite.ts";

const tones: Record<ProposalState, Tone> = {
  OPEN: "info",
  ACCEPTED: "success",
  CHANGED: "success",
  REJECTED: "warning",
  WITHDRAWN: "neutral",
  SUPERSEDED: "neutral",
};

function ProposalStateChip({ state }: { state: ProposalState }) {
  return <StatusChip tone={tones[state]} label={proposalPages.state[state]} />;
}

const { own: text, fields } = proposalPages;
type ProposalRecord = Proposal & { id: number };

const ProposeWord = lazyDialog(
  async () => (await import("../../components/proposals/ProposeWord.tsx")).ProposeWord,
);

const EditProposal = lazyDialog(
  async () => (await import("../../components/proposals/ProposeChange.tsx")).EditProposal,
);

const PROPOSALS = resourceTopic("proposals");
const SORT = { field: "updatedAt", order: "DESC" } as const;
const OWN = { mine: "true", state: PROPOSAL_STATES.join(",") };

/** /proposals: what the person has proposed, and what became of it. `propose` in the address opens the form. */
export function OwnProposals() {
  useLiveReads(PROPOSALS, "proposals");
  const navigate = useNavigate();
  const { search, pathname } = useLocation();
  const asked = new URLSearchParams(search).get("propose");
  const [open, setOpen] = useState(false);
  const [edited, setEdited] = useState<ProposalRecord>();
  const isOpen = open || asked !== null;

  function close() {
    setOpen(false);
    if (asked !== null) navigate(pathname, { replace: true });
  }

  const actions = useCallback(
    (proposal: ProposalRecord) =>
      proposal.state === "OPEN" ? (
        <span className="gap-8 inline-flex">
          <Button
            size="small"
            variant="outlined"
            color="secondary"
            aria-label={text.editOf(wordOf(proposal))}
            onClick={() => setEdited(proposal)}
          >
            {text.edit}
          </Button>
          <Withdraw proposal={proposal} />
        </span>
      ) : null,
    [],
  );

  return (
    <ListPage
      title={proposals.name}
      sort={SORT}
      filter={OWN}
      unviewed
      add={
        <Button variant="contained" onClick={() => setOpen(true)}>
          {proposals.add}
        </Button>
      }
      dialogs={
        <>
          {isOpen ? <ProposeWord surface={asked ?? ""} onClose={close} /> : null}
          {edited ? <EditProposal proposal={edited} onClose={() => setEdited(undefined)} /> : null}
        </>
      }
    >
      <div className={styles.table}>
        <DataTable
          columns={columns}
          rowLink={wordPath}
          rowActions={actions}
          actionsWidth={176}
          empty={text.empty}
        />
      </div>
    </ListPage>
  );
}

/** The words of its dictionary, searched for this one. */
function wordPath(proposal: ProposalRecord): string {
  const q = proposal.written?.surface ?? wordOf(proposal);
  const conditions = new URLSearchParams({ filter: JSON.stringify({ q }) });
  return `/dictionaries/${proposal.dictionaryId}?${conditions}`;
}

function Withdraw({ proposal }: { proposal: ProposalRecord }) {
  const { write, pending } = useWrite("POST /proposals/{id}/withdraw", {
    changes: "proposals",
    notice: text.withdrawn,
    noticesProblem: true,
  });
  const { proposalId: id, version } = proposal;
  return (
    <Button
      size="small"
      variant="outlined"
      color="secondary"
      disabled={pending}
      aria-label={text.withdrawOf(wordOf(proposal))}
      onClick={() => void write({ id, body: {}, ifMatch: version })}
    >
      {text.withdraw}
    </Button>
  );
}

const columns: readonly Column<ProposalRecord>[] = [
  {
    source: "word",
    label: fields.word,
    long: true,
    render: wordOf,
    below: ({ entry, change }) => entry?.reading ?? change.reading ?? null,
  },
  { source: "dictionaryName", label: fields.dictionaryName, long: true },
  {
    source: "change",
    label: fields.change,
    long: true,
    render: ({ entryId, entry, change }) =>
      entryId === null ? text.newWord : changeInWords(entry, change),
  },
  { source: "reason", label: fields.reason, long: true },
  {
    source: "state",
    label: fields.state,
    width: 130,
    noWrap: true,
    render: ({ state }) => <ProposalStateChip state={state} />,
  },
  {
    source: "answer",
    label: fields.answer,
    render: (proposal) => answerTo(proposal),
    below: ({ decidedByName }) => decidedByName && text.by(decidedByName),
  },
  {
    source: "updatedAt",
    label: fields.updatedAt,
    under: "state",
    sortBy: true,
    noWrap: true,
    render: ({ updatedAt }) => formatDateTime(updatedAt),
  },
];

/** The reason of the decision, with what was written otherwise than it was proposed. */
function answerTo({ answer, change, written }: ProposalRecord): string {
  const corrected = written ? correctionInWords(change, written) : "";
  return [corrected, answer].filter(Boolean).join(" ");
}
