import Button from "@mui/material/Button";
import { useId } from "react";
import { LinkBase } from "react-admin";
import type { Candidate } from "../../../../domain/candidates/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { StatusChip, type Tone } from "../../../components/display/StatusChip.tsx";
import { FieldInput } from "../../../components/form/FormField.tsx";
import { learnPage as text } from "../../../i18n/ja/learnPage.ts";
import { entriesPath } from "../paths.ts";
import { isAddable, isChoosable, type Outcome } from "./candidateState.ts";
import styles from "./learn.module.css";

const TONES: Readonly<Record<Candidate["kind"], Tone>> = {
  NEW: "info",
  READING: "info",
  KNOWN_NOT_REFLECTED: "warning",
  KNOWN_MISHEARD: "warning",
  KNOWN_DISABLED: "neutral",
  KNOWN_OTHER_WORKSPACE: "neutral",
};

const OUTCOMES: Readonly<Record<Outcome, Tone>> = {
  added: "success",
  changed: "success",
  proposed: "success",
  existing: "neutral",
  deleted: "warning",
};

interface CandidateRowProps {
  candidate: Candidate;
  /** What became of it. */
  outcome: Outcome | undefined;
  isIgnored: boolean;
  /** Proposes it no more, or again; undefined for people who may not write dictionaries. */
  onIgnore: ((isIgnored: boolean) => void) | undefined;
  /** Undefined until it is known what the person may do. */
  choice:
    | {
        isChosen: boolean;
        reading: string;
        error: string | undefined;
        onChoose: (isChosen: boolean) => void;
        onReading: (reading: string) => void;
      }
    | undefined;
}

/** A candidate with its reading, what is known of it and where it stands. */
export function CandidateRow(props: CandidateRowProps) {
  const { candidate, outcome, isIgnored, onIgnore, choice } = props;
  const id = useId();
  const { surface, kind, partOfSpeech, readings, evidence } = candidate;
  const isOpen = choice !== undefined && !outcome && !isIgnored && isChoosable(candidate);
  return (
    <li className={`grid top gap-8-16 pad-12-0 line-below ${styles.row}`}>
      <div className="row gap-4-8 breaks">
        {isOpen ? (
          <input
            type="checkbox"
            className="tick"
            aria-label={text.choose(surface)}
            checked={choice.isChosen}
            onChange={(event) => choice.onChoose(event.target.checked)}
          />
        ) : null}
        <strong>{surface}</strong>
        <span className="note">{partOfSpeech}</span>
        <StatusChip {...stateOf()} />
      </div>
      <div>
        {isOpen && isAddable(candidate) ? (
          <>
            <FieldInput
              aria-label={text.reading(surface)}
              aria-invalid={choice.error ? true : undefined}
              aria-describedby={choice.error ? `${id}-error` : undefined}
              list={`${id}-readings`}
              value={choice.reading}
              onChange={(event) => choice.onReading(event.target.value)}
            />
            <datalist id={`${id}-readings`}>
              {readings.map(({ reading }) => (
                <option key={reading} value={reading} />
              ))}
            </datalist>
          </>
        ) : (
          <>
            <p>{candidate.known?.reading ?? readings[0]?.reading}</p>
            <p className={`note ${styles.known}`}>{changeSentence(candidate)}</p>
          </>
        )}
        {choice?.error ? (
          <p id={`${id}-error`} className="caption error above-4">
            {choice.error}
          </p>
        ) : null}
      </div>
      <div className="grid gap-4 breaks">
        <Known candidate={candidate} />
        {evidence.map(({ before, after, count, sentence, at }) => (
          <p key={before}>
            <span className="note block">
              {before === null
                ? text.places(formatNumber(count))
                : text.heard(before, after, formatNumber(count))}
            </span>
            <span className={styles.sentence}>
              {sentence.slice(0, at)}
              <mark>{sentence.slice(at, at + after.length)}</mark>
              {sentence.slice(at + after.length)}
            </span>
          </p>
        ))}
      </div>
      {onIgnore && !outcome ? (
        <Button
          size="small"
          className={styles.ignore}
          aria-label={isIgnored ? text.offerOf(surface) : text.ignoreOf(surface)}
          onClick={() => onIgnore(!isIgnored)}
        >
          {isIgnored ? text.add.undo : text.ignore}
        </Button>
      ) : null}
    </li>
  );

  function stateOf(): { tone: Tone; label: string } {
    if (isIgnored) return { tone: "neutral", label: text.ignore };
    if (outcome) return { tone: OUTCOMES[outcome], label: text.outcomes[outcome] };
    return { tone: TONES[kind], label: text.kinds[kind] };
  }
}

/** What choosing a known word changes. */
function changeSentence({ known, proposal }: Candidate): string {
  if (proposal?.weight !== undefined) return text.raised(known?.weight ?? 0, proposal.weight);
  return proposal?.reading === undefined ? "" : text.read(proposal.reading);
}

/** What the dictionaries have of a candidate, and what may help. */
function Known({ candidate }: { candidate: Candidate }) {
  const { surface, dictionaryId, dictionaryName = "" } = candidate;
  if (dictionaryId === undefined) return null;
  return (
    <p className={`note ${styles.known}`}>
      {knownSentence(candidate)}
      <LinkBase to={entriesPath(dictionaryId, surface)}>{text.known.open(dictionaryName)}</LinkBase>
    </p>
  );
}

function knownSentence({ kind, known, versions, proposal }: Candidate): string {
  switch (kind) {
    case "READING":
      return text.known.reading(known?.reading ?? "");
    case "KNOWN_NOT_REFLECTED": {
      const entry = formatNumber(versions?.entry ?? 0);
      const fetched = versions?.fetched ?? null;
      if (fetched === null) return text.known.unfetched(entry);
      return text.known.versions(entry, formatNumber(fetched));
    }
    case "KNOWN_MISHEARD":
      if (proposal?.weight) return text.known.weight(proposal.weight);
      if (proposal?.reading) return text.known.otherReading(proposal.reading);
      return text.known.misheard;
    case "KNOWN_DISABLED":
      return text.known.disabled;
    case "KNOWN_OTHER_WORKSPACE":
      return text.known.elsewhere;
    case "NEW":
      return "";
  }
}
