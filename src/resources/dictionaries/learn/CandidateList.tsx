import { useState } from "react";
import { useNotify } from "react-admin";
import type { Candidate } from "../../../../domain/candidates/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { Checkbox } from "../../../components/form/Checkbox.tsx";
import type { ComboboxOption } from "../../../components/form/useOptions.ts";
import { learnPage as text } from "../../../i18n/ja/learnPage.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { AddChosen } from "./AddChosen.tsx";
import { CandidateRow } from "./CandidateRow.tsx";
import { isChoosable, learnedOf, readingOf } from "./candidateState.ts";
import styles from "./learn.module.css";
import { useAdditions } from "./useAdditions.ts";
import { useProposing } from "./useProposing.ts";

interface CandidateListProps {
  candidates: readonly Candidate[];
  ignored: ReadonlySet<string>;
  canAdd: boolean;
  canPropose: boolean;
  /** The dictionary from which the page was opened. */
  suggested: ComboboxOption | undefined;
  onIgnored: (ignored: ReadonlySet<string>) => void;
}

/** The candidates, of which the chosen ones go into a dictionary, or are proposed, at once. */
export function CandidateList(props: CandidateListProps) {
  const { candidates, ignored, canAdd, canPropose, suggested, onIgnored } = props;
  const notify = useNotify();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [readings, setReadings] = useState<ReadonlyMap<string, string>>(new Map());
  const [tried, setTried] = useState(false);
  const additions = useAdditions();
  const proposing = useProposing();
  const { outcomes, said, pending, problem, errors } = canPropose ? proposing : additions;
  const { write: ignore, problem: ignoring } = useWrite("POST /candidates/ignored");
  const offered = candidates.filter(({ surface }) => !ignored.has(surface));
  const choosable = offered.filter((one) => isChoosable(one) && !outcomes.has(one.surface));
  const { learned, unread } = learnedOf(choosable, { chosen, readings });

  function choose(surface: string, isChosen: boolean) {
    setChosen((before) => {
      const next = new Set(before);
      if (isChosen) next.add(surface);
      else next.delete(surface);
      return next;
    });
  }

  async function submit(dictionary: ComboboxOption | null, reason: string) {
    setTried(true);
    if (unread.size > 0) return;
    const act = canPropose ? proposing.submit : additions.submit;
    if (await act(dictionary, learned, reason)) {
      setChosen(new Set());
      setTried(false);
    }
  }

  async function ignoreOne(surface: string, isIgnored: boolean) {
    const { problem: failed } = await ignore({
      body: isIgnored ? { surfaces: [surface] } : { surfaces: [surface], ignored: false },
    });
    if (failed) return;
    choose(surface, false);
    const others = [...ignored].filter((one) => one !== surface);
    onIgnored(new Set(isIgnored ? [...others, surface] : others));
    notify(isIgnored ? text.ignored(surface) : text.offeredAgain(surface), { type: "success" });
  }

  const mayChoose = canAdd || canPropose;
  const failure = problem?.message ?? ignoring?.message;
  return (
    <Section title={text.result} takesFocus>
      <p role="status" className={styles.summary}>
        {candidates.length === 0 ? text.none : text.found(formatNumber(offered.length))}
      </p>
      {mayChoose && choosable.length > 1 ? (
        <Checkbox
          label={text.all}
          checked={choosable.every(({ surface }) => chosen.has(surface))}
          onChange={(all) => setChosen(new Set(all ? choosable.map(({ surface }) => surface) : []))}
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
              outcome={outcomes.get(surface)}
              isIgnored={ignored.has(surface)}
              onIgnore={canAdd ? (isIgnored) => void ignoreOne(surface, isIgnored) : undefined}
              choice={
                mayChoose
                  ? {
                      isChosen: chosen.has(surface),
                      reading: readingOf(candidate, readings),
                      error: isUnread ? text.readingMissing : errors.get(surface),
                      onChoose: (isChosen) => choose(surface, isChosen),
                      onReading: (reading) => setReadings(new Map(readings).set(surface, reading)),
                    }
                  : undefined
              }
            />
          );
        })}
      </ul>
      {failure ? <PageBanner urgent sentences={[failure]} /> : null}
      {mayChoose && (choosable.length > 0 || outcomes.size > 0 || said) ? (
        <AddChosen
          learned={learned}
          proposes={canPropose}
          pending={pending}
          suggested={suggested}
          isUnread={tried && unread.size > 0}
          said={said}
          onSubmit={(dictionary, reason) => void submit(dictionary, reason)}
          onUndo={canPropose ? undefined : additions.undo}
        />
      ) : null}
    </Section>
  );
}
