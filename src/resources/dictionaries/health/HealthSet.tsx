import Button from "@mui/material/Button";
import { type RefObject, useId, useState } from "react";
import { LinkBase } from "react-admin";
import { type HealthKind, isAlone } from "../../../../domain/health/rules.ts";
import type { HealthReport } from "../../../../domain/health/schemas.ts";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { NameChip } from "../../../components/display/StatusChip.tsx";
import { useFocusAfterRemoval } from "../../../components/focus/useFocusAfterRemoval.ts";
import { health as text } from "../../../i18n/ja/health.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { ProblemText } from "../../../writes/ProblemText.tsx";
import { useSubmit } from "../../../writes/useSubmit.ts";
import { entriesPath } from "../paths.ts";
import styles from "./health.module.css";
import { actsOf, type Done, type FoundEntry, useHealthWrites } from "./useHealthWrites.ts";

interface SetProps {
  kind: HealthKind;
  /** Those that engines take first come first. */
  entries: readonly FoundEntry[];
  /** Whether the first one is the one word of its reading that some engines get. */
  hasFirst: boolean;
  /** Where words of several dictionaries are checked. */
  dictionaries: HealthReport["dictionaries"] | undefined;
  mayWrite: boolean;
  /** Gets the focus when the set goes. */
  focusTo: RefObject<HTMLUListElement | null>;
  /** What was done last, with any set. */
  done: Done | undefined;
  onDone: (done: Done) => Promise<void>;
  onLater: () => void;
}

type Dictionaries = SetProps["dictionaries"];

const nameOf = (dictionaries: Dictionaries, { dictionaryId }: FoundEntry) =>
  dictionaries?.find((each) => each.dictionaryId === dictionaryId)?.dictionaryName;

/** With their dictionaries where these are given. */
const quoted = (entries: readonly FoundEntry[], dictionaries?: Dictionaries) =>
  entries.map((entry) => text.quoted(entry.surface, nameOf(dictionaries, entry))).join("、");

/** Of one set. Why its last try failed may be over, such as a lock, once something else was done. */
function useTries(done: Done | undefined) {
  const { pending, problem, submit } = useSubmit();
  const [after, setAfter] = useState(done);
  return {
    pending,
    problem: done === after ? problem : undefined,
    submit: (work: () => Promise<void>) => {
      setAfter(done);
      return submit(work);
    },
  };
}

/** Words that may be one: one of them is kept, or they are different ones. */
export function GroupSet(props: SetProps) {
  const { kind, entries, hasFirst, dictionaries, mayWrite, focusTo, onDone, onLater } = props;
  const [first] = entries;
  const [chosen, setChosen] = useState(first?.entryId);
  const name = useId();
  const { merge, distinguish } = useHealthWrites();
  const { pending, problem, submit } = useTries(props.done);
  const focus = useFocusAfterRemoval(focusTo);
  const kept = entries.find(({ entryId }) => entryId === chosen) ?? first;
  if (!first || !kept) return null;
  const others = entries.filter((entry) => entry !== kept);
  // Most words of one reading are words of their own, which merging would lose.
  const isHomophone = kind === "SAME_READING";

  const mergeAll = () =>
    submit(async () => {
      const { acts, merged, refused } = await merge(kept, others);
      const sentences = [
        text.merged(quoted(merged, dictionaries), text.quoted(kept.surface)),
        ...refused.map((each) =>
          text.notMerged(quoted(each.entries, dictionaries), messageFor(each.error)),
        ),
      ];
      await onDone({ sentences, acts });
    });
  const tellApart = () =>
    submit(async () => {
      await distinguish(entries);
      await onDone({ sentences: [text.distinguished], acts: [] });
    });

  return (
    <li className={`grid pad-12-0 line-above align-center gap-8-24 ${styles.set}`} {...focus}>
      <fieldset className={`grid gap-4-24 ${styles.words}`}>
        <legend className="visually-hidden">{text.keepOf(first.surface)}</legend>
        {entries.map((entry, place) => (
          <div key={entry.entryId} className={`flex gap-8 shrink align-start ${styles.word}`}>
            {mayWrite ? (
              <label>
                <input
                  type="radio"
                  className="tick"
                  name={name}
                  aria-label={text.keepWord(entry.surface)}
                  checked={entry === kept}
                  onChange={() => setChosen(entry.entryId)}
                />
              </label>
            ) : null}
            <Word entry={entry} dictionaries={dictionaries} isFirst={hasFirst && place === 0} />
          </div>
        ))}
      </fieldset>
      {mayWrite ? (
        <div className="wrap gap-8">
          <ActionButton
            small
            tonal={!isHomophone}
            reason={null}
            pending={pending}
            label={text.mergeOf(kept.surface)}
            onClick={() => void mergeAll()}
          >
            {text.merge}
          </ActionButton>
          <Button
            size="small"
            variant="outlined"
            color={isHomophone ? "primary" : "secondary"}
            disabled={pending}
            aria-label={text.distinctOf(quoted(entries))}
            onClick={() => void tellApart()}
          >
            {text.distinct}
          </Button>
          <Later surface={first.surface} onLater={onLater} />
        </div>
      ) : null}
      <ProblemText problem={problem} />
    </li>
  );
}

/** One word, which is changed, not needed, or right as it is. */
export function SingleSet(props: SetProps) {
  const { kind, entries, dictionaries, mayWrite, focusTo, onDone, onLater } = props;
  const [entry] = entries;
  const { disable, distinguish } = useHealthWrites();
  const { pending, problem, submit } = useTries(props.done);
  const focus = useFocusAfterRemoval(focusTo);
  if (!entry || !isAlone(kind)) return null;
  const { surface, dictionaryId } = entry;

  const disableIt = () =>
    submit(async () => {
      const acts = actsOf(dictionaryId, await disable(entry));
      await onDone({ sentences: [text.disabled(surface)], acts });
    });
  const accept = () =>
    submit(async () => {
      await distinguish([entry], kind);
      await onDone({ sentences: [text.accepted(surface)], acts: [] });
    });

  return (
    <li className={`grid pad-12-0 line-above align-center gap-8-24 ${styles.set}`} {...focus}>
      <div className={`flex gap-8 shrink align-start ${styles.word}`}>
        <Word entry={entry} dictionaries={dictionaries} />
      </div>
      {mayWrite ? (
        <div className="wrap gap-8">
          {kind === "ODD_READING" ? (
            <Button
              size="small"
              variant="outlined"
              component={LinkBase}
              to={entriesPath(dictionaryId, surface)}
              aria-label={text.editOf(surface)}
            >
              {text.edit}
            </Button>
          ) : (
            <Button
              size="small"
              variant="outlined"
              disabled={pending}
              aria-label={text.disableOf(surface)}
              onClick={() => void disableIt()}
            >
              {text.disable}
            </Button>
          )}
          <Button
            size="small"
            variant="outlined"
            color="secondary"
            disabled={pending}
            aria-label={text.rightOf(surface)}
            onClick={() => void accept()}
          >
            {text.right}
          </Button>
          <Later surface={surface} onLater={onLater} />
        </div>
      ) : null}
      <ProblemText problem={problem} />
    </li>
  );
}

function Later({ surface, onLater }: { surface: string; onLater: () => void }) {
  return (
    <Button size="small" aria-label={text.laterOf(surface)} onClick={onLater}>
      {text.later}
    </Button>
  );
}

interface WordProps extends Pick<SetProps, "dictionaries"> {
  entry: FoundEntry;
  isFirst?: boolean;
}

function Word({ entry, dictionaries, isFirst = false }: WordProps) {
  const { surface, reading, partOfSpeech, weight, note, dictionaryId } = entry;
  const dictionary = nameOf(dictionaries, entry);
  return (
    <span className="grid shrink breaks">
      <span className="row links gap-0-8">
        <LinkBase to={entriesPath(dictionaryId, surface)} className="strong">
          {surface}
        </LinkBase>
        <span className="quiet">{reading}</span>
        {isFirst ? <NameChip name={text.first} /> : null}
      </span>
      <span className="wrap gap-0-12 quiet caption">
        {dictionary ? <span>{dictionary}</span> : null}
        <span>{partOfSpeech}</span>
        <span>{text.weight(weight)}</span>
        {note ? <span>{note}</span> : null}
      </span>
    </span>
  );
}
