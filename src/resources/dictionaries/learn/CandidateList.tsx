import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { LinkBase, useNotify, useStore } from "react-admin";
import type { Candidate } from "../../../../domain/candidates/schemas.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { proposalLabels } from "../../../../domain/proposals/fields.ts";
import { PROPOSAL_REASON_LENGTH } from "../../../../domain/proposals/rules.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { Checkbox } from "../../../components/form/Checkbox.tsx";
import { Combobox, type ComboboxOption } from "../../../components/form/Combobox.tsx";
import { FieldInput, FormField } from "../../../components/form/FormField.tsx";
import { LAST_DICTIONARY, useDictionarySearch } from "../../../components/form/optionSearches.ts";
import { learnPage, learnPage as text } from "../../../i18n/ja/learnPage.ts";
import { proposals } from "../../../i18n/ja/resources/proposals.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { CandidateRow } from "./CandidateRow.tsx";
import { isChoosable, type Learned, learnedOf, readingOf } from "./candidateState.ts";
import styles from "./learn.module.css";
import { useAdditions, useProposing } from "./useAdditions.ts";

interface AddChosenProps {
  learned: readonly Learned[];
  /** They become proposals. */
  proposes: boolean;
  pending: boolean;
  suggested: ComboboxOption | undefined;
  /** Whether a chosen candidate has no reading yet. */
  isUnread: boolean;
  /** What was done last. */
  said: string;
  onSubmit: (dictionary: ComboboxOption | null, reason: string) => void;
  /** Undefined where nothing can be undone. */
  onUndo: (() => Promise<void>) | undefined;
}

/** Where the chosen candidates go, and afterwards what was done, with 元に戻す. */
function AddChosen(props: AddChosenProps) {
  const { learned, proposes, pending, suggested, isUnread, said, onSubmit, onUndo } = props;
  const text = proposes ? learnPage.propose : learnPage.add;
  const id = useId();
  const search = useDictionarySearch();
  const [last, setLast] = useStore<ComboboxOption | null>(LAST_DICTIONARY, null);
  const [typed, setTyped] = useState<ComboboxOption | null>();
  const [reason, setReason] = useState("");
  const [error, setError] = useState("");
  const dictionary = typed === undefined ? (suggested ?? last) : typed;
  const tooLong =
    [...reason].length > PROPOSAL_REASON_LENGTH
      ? fieldSentences.tooLong(PROPOSAL_REASON_LENGTH, proposalLabels.reason)
      : "";
  const count = learned.length;
  const added = learned.filter(({ dictionaryId }) => dictionaryId === null).length;

  function submit() {
    const missing = added === 0 || dictionary ? "" : learnPage.add.missing;
    const problem = count === 0 ? text.nothing : missing;
    setError(problem);
    if (problem || tooLong) return;
    if (dictionary) setLast(dictionary);
    onSubmit(dictionary, reason.trim());
  }

  const problem = isUnread ? learnPage.add.readings : error;
  return (
    <section
      className={`wrap gap-12 surface sticky pad-12-0 align-end ${styles.add}`}
      aria-label={text.region}
      aria-busy={pending}
    >
      <p role="status" className="grow-200">
        {count > 0 ? learnPage.add.count(formatNumber(count)) : said}
      </p>
      {onUndo && count === 0 ? (
        <Button
          variant="outlined"
          color="secondary"
          disabled={pending}
          onClick={() => void onUndo()}
        >
          {learnPage.add.undo}
        </Button>
      ) : null}
      {proposes && said && count === 0 ? (
        <Button component={LinkBase} to="/proposals">
          {proposals.name}
        </Button>
      ) : null}
      {proposes ? (
        <div className={styles.target}>
          <FormField id={`${id}-reason`} label={proposalLabels.reason} error={tooLong}>
            {(aria) => (
              <FieldInput
                {...aria}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </FormField>
        </div>
      ) : null}
      <div className={styles.target}>
        <Combobox
          id={id}
          label={text.dictionary}
          search={search}
          value={dictionary}
          error={problem ? <span role="alert">{problem}</span> : ""}
          onChoose={(option) => {
            setError("");
            setTyped(option);
          }}
        />
      </div>
      <Button variant="contained" disabled={pending} onClick={submit}>
        {proposes ? learnPage.propose.submit : learnPage.add.submit(added, count - added)}
      </Button>
    </section>
  );
}

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
      <p role="status" className="quiet">
        {candidates.length === 0 ? text.none : text.found(formatNumber(offered.length))}
      </p>
      {mayChoose && choosable.length > 1 ? (
        <Checkbox
          label={text.all}
          checked={choosable.every(({ surface }) => chosen.has(surface))}
          onChange={(all) => setChosen(new Set(all ? choosable.map(({ surface }) => surface) : []))}
        />
      ) : null}
      <ul>
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
