import Button from "@mui/material/Button";
import { useRef, useState } from "react";
import { grouped } from "../../../../domain/grouped.ts";
import { type HealthKind, isAlone, MOST_IN_SET } from "../../../../domain/health/rules.ts";
import type { HealthReport } from "../../../../domain/health/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { Section } from "../../../components/display/Section.tsx";
import { health as text } from "../../../i18n/ja/health.ts";
import { GroupSet, SingleSet } from "./HealthSet.tsx";
import styles from "./health.module.css";
import type { Done } from "./useHealthWrites.ts";

/** The sets that are shown before one asks for the others. */
const SHOWN = 10;

interface KindSectionProps {
  kind: HealthKind;
  report: HealthReport;
  hidden: ReadonlySet<string>;
  mayWrite: boolean;
  namesDictionaries: boolean;
  onDone: (done: Done) => Promise<void>;
  onLater: (key: string) => void;
}

/** What was found of one kind; nothing where nothing was. */
export function KindSection(props: KindSectionProps) {
  const { kind, report, hidden, mayWrite, namesDictionaries, onDone, onLater } = props;
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
        <p className={styles.kindLead}>{text.kinds[kind].lead}</p>
        <ul ref={list} className={styles.sets} tabIndex={-1}>
          {shown.map(({ key, entries }) => (
            <Found
              key={key}
              kind={kind}
              entries={entries}
              hasFirst={kind === "SAME_READING" && isWhole(entries)}
              dictionaries={namesDictionaries ? report.dictionaries : undefined}
              mayWrite={mayWrite}
              focusTo={list}
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
          <p className={styles.capped}>
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
