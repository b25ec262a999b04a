import Button from "@mui/material/Button";
import { useId } from "react";
import { LinkBase } from "react-admin";
import type { Candidate } from "../../../../domain/candidates/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { StatusChip, type Tone } from "../../../components/display/StatusChip.tsx";
import { FieldInput } from "../../../components/form/FieldInput.tsx";
import { learnPage as text } from "../../../i18n/ja/learnPage.ts";
import { entriesPath } from "../paths.ts";
import { isAddable } from "./candidateState.ts";
import styles from "./learn.module.css";

const TONES: Readonly<Record<Candidate["kind"], Tone>> = {
  NEW: "info",
  READING: "info",
  KNOWN_NOT_REFLECTED: "warning",
  KNOWN_MISHEARD: "warning",
  KNOWN_DISABLED: "neutral",
  KNOWN_OTHER_WORKSPACE: "neutral",
};

interface CandidateRowProps {
  candidate: Candidate;
  /** Proposes it; undefined for people who add words themselves. */
  onPropose: (() => void) | undefined;
  /** Undefined for people who cannot add words. */
  choice:
    | {
        isChosen: boolean;
        isAdded: boolean;
        reading: string;
        error: string | undefined;
        onChoose: (isChosen: boolean) => void;
        onReading: (reading: string) => void;
        onIgnore: () => void;
      }
    | undefined;
}

/** A candidate with its reading, what is known of it and where it stands. */
export function CandidateRow({ candidate, choice, onPropose }: CandidateRowProps) {
  const id = useId();
  const { surface, kind, partOfSpeech, readings, evidence } = candidate;
  const canAdd = choice !== undefined && isAddable(candidate) && !choice.isAdded;
  return (
    <li className={styles.row}>
      <div className={styles.word}>
        {canAdd ? (
          <input
            type="checkbox"
            aria-label={text.choose(surface)}
            checked={choice.isChosen}
            onChange={(event) => choice.onChoose(event.target.checked)}
          />
        ) : null}
        <strong>{surface}</strong>
        <span className={styles.part}>{partOfSpeech}</span>
        {choice?.isAdded ? (
          <StatusChip tone="success" label={text.add.added} />
        ) : (
          <StatusChip tone={TONES[kind]} label={text.kinds[kind]} />
        )}
      </div>
      {canAdd ? (
        <div className={styles.reading}>
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
          {choice.error ? (
            <p id={`${id}-error`} className={styles.error}>
              {choice.error}
            </p>
          ) : null}
        </div>
      ) : (
        <p className={styles.reading}>{candidate.known?.reading ?? readings[0]?.reading}</p>
      )}
      <div className={styles.evidence}>
        <Known candidate={candidate} />
        {evidence.map(({ before, after, count, sentence, at }) => (
          <p key={before}>
            <span className={styles.heard}>
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
      {onPropose && isAddable(candidate) ? (
        <Button
          size="small"
          variant="outlined"
          className={styles.ignore}
          aria-label={text.proposeOf(surface)}
          onClick={onPropose}
        >
          {text.propose}
        </Button>
      ) : null}
      {choice && !choice.isAdded ? (
        <Button
          size="small"
          className={styles.ignore}
          aria-label={text.ignoreOf(surface)}
          onClick={choice.onIgnore}
        >
          {text.ignore}
        </Button>
      ) : null}
    </li>
  );
}

/** What the dictionaries have of a candidate, and what may help. */
function Known({ candidate }: { candidate: Candidate }) {
  const { surface, dictionaryId, dictionaryName = "" } = candidate;
  if (dictionaryId === undefined) return null;
  return (
    <p className={styles.known}>
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
