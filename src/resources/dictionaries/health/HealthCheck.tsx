import Button from "@mui/material/Button";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNotify } from "react-admin";
import { can } from "../../../../domain/access.ts";
import { resourceTopic } from "../../../../domain/events.ts";
import { grouped } from "../../../../domain/grouped.ts";
import {
  HEALTH_KINDS,
  type HealthKind,
  isAlone,
  MOST_IN_SET,
  soundPercent,
} from "../../../../domain/health/rules.ts";
import type { HealthReport } from "../../../../domain/health/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { Figure } from "../../../components/display/Figure.tsx";
import { LoadError, LoadingState } from "../../../components/display/LoadError.tsx";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { health as text } from "../../../i18n/ja/health.ts";
import { health } from "../../../i18n/ja/resources/health.ts";
import { readsOf } from "../../../providers/data/reads.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { useSubmit } from "../../../writes/useSubmit.ts";
import type { DictionaryRecord } from "../../records.ts";
import { LIST } from "../paths.ts";
import { GroupSet, SingleSet } from "./HealthSet.tsx";
import styles from "./health.module.css";
import { type Act, type Done, useHealthWrites } from "./useHealthWrites.ts";

/** The sets that are shown before one asks for the others. */
const SHOWN = 10;

interface KindSectionProps {
  kind: HealthKind;
  report: HealthReport;
  hidden: ReadonlySet<string>;
  mayWrite: boolean;
  namesDictionaries: boolean;
  done: Done | undefined;
  onDone: (done: Done) => Promise<void>;
  onLater: (key: string) => void;
}

/** What was found of one kind; nothing where nothing was. */
function KindSection(props: KindSectionProps) {
  const { kind, report, hidden, mayWrite, namesDictionaries, done, onDone, onLater } = props;
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const all = report.sets.filter((set) => set.kind === kind);
  const found = report.lowered.find((each) => each.kind === kind)?.sets ?? 0;
  const sets = all
    .map((set) => ({ ...set, key: keyOf(set) }))
    .filter(({ key }) => !hidden.has(key));
  const isCapped = found > all.length;
  // Those that were hidden make way for no others, which is said.
  if (sets.length === 0 && !isCapped) return null;
  const shown = isOpen ? sets : sets.slice(0, SHOWN);
  const more = sets.length - shown.length;
  const counted = (count: number) =>
    (isAlone(kind) ? text.counted : text.sets)(formatNumber(count));
  const Found = isAlone(kind) ? SingleSet : GroupSet;
  // Where there are too many words for one set, the first one of each need not be the first of all.
  const ofReading = grouped(all.map(({ entries: [first] }) => [first?.reading, first] as const));
  const isWhole = ({ length, 0: first }: (typeof all)[number]["entries"]) =>
    length < MOST_IN_SET && ofReading.get(first?.reading)?.length === 1;
  return (
    <div id={kind} className={styles.kind}>
      <Section title={text.kinds[kind].title}>
        <p className={`note ${styles.kindLead}`}>{text.kinds[kind].lead}</p>
        <ul ref={list} className="grid below" tabIndex={-1}>
          {shown.map(({ key, entries }) => (
            <Found
              key={key}
              kind={kind}
              entries={entries}
              hasFirst={kind === "SAME_READING" && isWhole(entries)}
              dictionaries={namesDictionaries ? report.dictionaries : undefined}
              mayWrite={mayWrite}
              focusTo={list}
              done={done}
              onDone={onDone}
              onLater={() => onLater(key)}
            />
          ))}
        </ul>
        {more > 0 ? (
          <Button variant="outlined" color="secondary" onClick={() => setOpen(true)}>
            {text.more(counted(more))}
          </Button>
        ) : null}
        {isCapped ? (
          <p className={`note ${styles.capped}`}>
            {text.capped(counted(all.length), counted(found - all.length))}
          </p>
        ) : null}
      </Section>
    </div>
  );
}

function keyOf({ kind, entries }: HealthReport["sets"][number]): string {
  return `${kind} ${entries.map(({ entryId }) => entryId).join(" ")}`;
}

/** A part of one word among thousands is seen, too. */
const barWidth = (share: number) => `${share === 0 ? 0 : Math.max(share * 100, 1)}%`;

/** The share of sound words, and what lowers it: each bar is the part of the words that a kind takes. */
function HealthSummary({ report }: { report: HealthReport }) {
  const { words, sound, truncated } = report;
  const lowered = report.lowered.filter(({ sets }) => sets > 0);
  const percent = soundPercent(report);
  return (
    <Section title={text.title}>
      <div className={`grid top gap-16-32 ${styles.summary}`}>
        <div className="grid">
          {words === 0 ? (
            <p role="status">{text.none}</p>
          ) : (
            <>
              <span className="note">{text.sound}</span>
              <Figure>{text.percent(formatNumber(percent))}</Figure>
              <span className="note">{text.of(formatNumber(sound), formatNumber(words))}</span>
            </>
          )}
          {truncated ? <p>{text.truncated(formatNumber(words))}</p> : null}
        </div>
        {words > 0 && lowered.length === 0 ? <p role="status">{text.allSound}</p> : null}
        {lowered.length > 0 ? (
          <ul className={`grid ${styles.lowered}`} aria-label={text.lowering}>
            {lowered.map(({ kind, sets, words: ofKind, counted }) => (
              <li key={kind} data-level="warning">
                <a href={`#${kind}`}>{text.kinds[kind].title}</a>
                <span
                  className={`meter ${styles.bar}`}
                  style={{ backgroundSize: `${barWidth(counted / words)} 100%` }}
                  aria-hidden="true"
                />
                <span className={`flex end gap-8 numeric strong ${styles.count}`}>
                  {isAlone(kind) ? null : (
                    <small className="note regular">{text.sets(formatNumber(sets))}</small>
                  )}
                  {text.counted(formatNumber(ofKind))}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Section>
  );
}

/** The health of the words of a dictionary, or of all: a leading figure, what lowers it, and the sets. */
export function HealthCheck({ dictionaryId }: { dictionaryId?: number }) {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const mayWrite = can(useUserProfile(), "dictionary.write");
  const [done, setDone] = useState<Done>();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const summary = useRef<HTMLDivElement>(null);
  const { data, error } = useQuery({
    queryKey: ["dictionaries", "health", dictionaryId ?? "all"],
    queryFn: ({ signal }) =>
      dictionaryId === undefined
        ? api("GET /health/words", { signal })
        : api("GET /dictionaries/{id}/health", { id: dictionaryId, signal }),
    placeholderData: keepPreviousData,
  });

  if (!data) {
    return error ? (
      <LoadError error={error} />
    ) : (
      <>
        <LoadingState />
        <p className="quiet centered">{text.loading}</p>
      </>
    );
  }

  async function changed(what: Done | undefined) {
    setDone(what);
    await queryClient.invalidateQueries(readsOf("dictionaries"));
  }

  return (
    <DetailPage>
      <div ref={summary} tabIndex={-1}>
        <HealthSummary report={data} />
      </div>
      {done ? (
        <DoneBanner
          done={done}
          focusTo={summary}
          onUndone={(left) => void changed(left.length > 0 ? { ...done, acts: left } : undefined)}
        />
      ) : null}
      {hidden.size > 0 ? (
        <PageBanner
          tone="info"
          focusTo={summary}
          sentences={[text.hidden(formatNumber(hidden.size))]}
          actions={
            <Button variant="outlined" color="secondary" onClick={() => setHidden(new Set())}>
              {text.showHidden}
            </Button>
          }
        />
      ) : null}
      {HEALTH_KINDS.map((kind) => (
        <KindSection
          key={kind}
          kind={kind}
          report={data}
          hidden={hidden}
          mayWrite={mayWrite}
          namesDictionaries={dictionaryId === undefined}
          done={done}
          onDone={changed}
          onLater={(key) => setHidden(new Set([...hidden, key]))}
        />
      ))}
    </DetailPage>
  );
}

interface DoneBannerProps {
  done: Done;
  focusTo: React.RefObject<HTMLDivElement | null>;
  /** With the acts that could not be undone. */
  onUndone: (left: readonly Act[]) => void;
}

function DoneBanner({ done: { sentences, acts }, focusTo, onUndone }: DoneBannerProps) {
  const notify = useNotify();
  const { undo } = useHealthWrites();
  const { pending, submit } = useSubmit();
  const takeBack = () =>
    submit(async () => {
      const { left, error } = await undo(acts);
      if (left.length > 0) notify(messageFor(error), { type: "error" });
      else notify(text.undone, { type: "success" });
      if (left.length < acts.length) onUndone(left);
    });
  return (
    <PageBanner
      tone="info"
      focusTo={focusTo}
      sentences={sentences}
      actions={
        acts.length === 0 ? null : (
          <Button variant="outlined" disabled={pending} onClick={() => void takeBack()}>
            {text.undo}
          </Button>
        )
      }
    />
  );
}

/** /dictionaries/health: the words of all dictionaries together. */
export function HealthPage() {
  useLiveReads(resourceTopic("dictionaries"), "dictionaries");
  return (
    <div className="stack gap-16">
      <PageTitle title={health.name} back={LIST} />
      <HealthCheck />
    </div>
  );
}

/** 健診 of a dictionary. The page follows changes of the dictionary. */
export function HealthTab({ dictionary: { dictionaryId } }: { dictionary: DictionaryRecord }) {
  return <HealthCheck dictionaryId={dictionaryId} />;
}
