import { Suspense, useState } from "react";
import { useNotify } from "react-admin";
import type { Candidate } from "../../../../domain/candidates/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { Checkbox } from "../../../components/form/Checkbox.tsx";
import type { ComboboxOption } from "../../../components/form/useOptions.ts";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { learnPage as text } from "../../../i18n/ja/learnPage.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { AddChosen } from "./AddChosen.tsx";
import { CandidateRow } from "./CandidateRow.tsx";
import { entriesOf, isAddable, readingOf } from "./candidateState.ts";
import styles from "./learn.module.css";
import { useAdditions } from "./useAdditions.ts";

const ProposeWord = lazyDialog(
  async () => (await import("../../../components/proposals/ProposeWord.tsx")).ProposeWord,
);

interface CandidateListProps {
  candidates: readonly Candidate[];
  canAdd: boolean;
  canPropose: boolean;
  /** The dictionary from which the page was opened. */
  suggested: ComboboxOption | undefined;
  onIgnored: (surface: string) => void;
}

/** The candidates, of which the chosen ones go into a dictionary at once. */
export function CandidateList(props: CandidateListProps) {
  const { candidates, canAdd, canPropose, suggested, onIgnored } = props;
  const notify = useNotify();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [readings, setReadings] = useState<ReadonlyMap<string, string>>(new Map());
  const [tried, setTried] = useState(false);
  const [proposed, setProposed] = useState<Candidate>();
  const additions = useAdditions();
  const { write: ignore, problem: ignoring } = useWrite("POST /candidates/ignored");
  const { added } = additions;
  const { entries, unread } = entriesOf(candidates, { chosen, readings });
  const addable = candidates.filter((one) => isAddable(one) && !added.has(one.surface));

  function choose(surface: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(surface);
    else next.delete(surface);
    setChosen(next);
  }

  async function add(dictionary: ComboboxOption) {
    setTried(true);
    if (unread.size > 0) return;
    if (await additions.add(dictionary, entries)) {
      setChosen(new Set());
      setTried(false);
    }
  }

  async function ignoreOne(surface: string) {
    const { problem } = await ignore({ body: { surfaces: [surface] } });
    if (problem) return;
    choose(surface, false);
    onIgnored(surface);
    notify(text.ignored(surface), { type: "success" });
  }

  const failure = additions.problem?.message ?? ignoring?.message;
  return (
    <Section title={text.result} takesFocus>
      <p role="status" className={styles.summary}>
        {candidates.length === 0 ? text.none : text.found(formatNumber(candidates.length))}
      </p>
      {canAdd && addable.length > 1 ? (
        <Checkbox
          label={text.all}
          checked={addable.every(({ surface }) => chosen.has(surface))}
          onChange={(all) => setChosen(new Set(all ? addable.map(({ surface }) => surface) : []))}
        />
      ) : null}
      <ul className={styles.rows}>
        {candidates.map((candidate) => {
          const { surface } = candidate;
          const isUnread = tried && chosen.has(surface) && unread.has(surface);
          return (
            <CandidateRow
              key={surface}
              candidate={candidate}
              onPropose={canPropose ? () => setProposed(candidate) : undefined}
              choice={
                canAdd
                  ? {
                      isChosen: chosen.has(surface),
                      isAdded: added.has(surface),
                      reading: readingOf(candidate, readings),
                      error: isUnread ? text.readingMissing : additions.errors.get(surface),
                      onChoose: (isChosen) => choose(surface, isChosen),
                      onReading: (reading) => setReadings(new Map(readings).set(surface, reading)),
                      onIgnore: () => void ignoreOne(surface),
                    }
                  : undefined
              }
            />
          );
        })}
      </ul>
      {failure ? <PageBanner urgent sentences={[failure]} /> : null}
      {canAdd && (addable.length > 0 || additions.last) ? (
        <AddChosen
          count={entries.length}
          pending={additions.pending}
          suggested={suggested}
          isUnread={tried && unread.size > 0}
          said={additions.said}
          onAdd={(dictionary) => void add(dictionary)}
          onUndo={additions.last ? () => void additions.undo() : undefined}
        />
      ) : null}
      {proposed ? (
        <Suspense>
          <ProposeWord
            surface={proposed.surface}
            reading={readingOf(proposed, readings)}
            evidence={proposed.evidence.map(({ before, after, count }) => ({
              before,
              after,
              count,
            }))}
            suggested={suggested}
            onClose={() => setProposed(undefined)}
          />
        </Suspense>
      ) : null}
    </Section>
  );
}
