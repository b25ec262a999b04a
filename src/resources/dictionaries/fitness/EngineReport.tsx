import Button from "@mui/material/Button";
import { useRef, useState } from "react";
import { LinkBase } from "react-admin";
import { flushSync } from "react-dom";
import type { DictionaryFitness } from "../../../../domain/files/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { Section } from "../../../components/display/Section.tsx";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import { type TextKey, useText, useTranslate } from "../../../i18n/translate.ts";
import { entriesPath } from "../paths.ts";
import styles from "./fitness.module.css";

interface Report {
  /** The name of the engine. */
  title: TextKey;
  total: number;
  unfit: number;
  /** How many of these are taken, with another part of speech or without one. */
  retagged?: number;
  misfits: readonly Misfit[];
}

/** An entry that does not fit; without a field where the whole entry finds no room. */
interface Misfit {
  entryId: number;
  surface: string;
  reading: string;
  field?: DictionaryFitness["engines"][number]["misfits"][number]["field"];
  message: string;
}

/** The texts of a report: what a file can hold, and what a recogniser gets. */
const WORDS = {
  file: {
    all: "all",
    none: "none",
    some: "some",
    fit: "chip.fit",
    unfit: "chip.unfit",
    table: "table",
  },
  sent: {
    all: "allSent",
    none: "noneSent",
    some: "someSent",
    fit: "chipSent.fit",
    unfit: "chipSent.unfit",
    table: "tableSent",
  },
} as const;

interface EngineReportProps {
  dictionaryId: number;
  report: Report;
  words: keyof typeof WORDS;
}

const FIRST = 5;

export function EngineReport({ dictionaryId, report, words }: EngineReportProps) {
  const { title, total, unfit, retagged = 0, misfits } = report;
  const refused = unfit - retagged;
  const key = WORDS[words];
  const translate = useTranslate();
  const [all, setAll] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const text = useText("resources.dictionaries.fitness");
  const shown = all ? misfits : misfits.slice(0, FIRST);

  function showAll() {
    flushSync(() => setAll(true));
    table.current?.querySelectorAll("a")[FIRST]?.focus();
  }

  if (unfit === 0)
    return (
      <Section
        title={title}
        actions={<StatusChip tone={total === 0 ? "neutral" : "success"} label={text(key.fit)} />}
      >
        <p>{text(total === 0 ? key.none : key.all)}</p>
      </Section>
    );
  return (
    <Section
      title={title}
      actions={
        refused > 0 ? (
          <StatusChip tone="warning" label={text(key.unfit, { count: formatNumber(refused) })} />
        ) : (
          <StatusChip
            tone="info"
            label={text("chip.retagged", { count: formatNumber(retagged) })}
          />
        )
      }
    >
      <p>
        {refused > 0
          ? text(key.some, { total: formatNumber(total), unfit: formatNumber(refused) })
          : text(key.all)}
        {retagged > 0 ? text("retagged", { count: formatNumber(retagged) }) : null}
      </p>
      <div ref={table} className={styles.report}>
        <MisfitTable
          dictionaryId={dictionaryId}
          caption={text(key.table, { engine: translate(title) })}
          misfits={shown}
        />
        {shown.length < misfits.length ? (
          <Button variant="outlined" color="secondary" onClick={showAll}>
            {text("expand", { count: formatNumber(misfits.length - shown.length) })}
          </Button>
        ) : null}
        {all && misfits.length < unfit ? (
          <p>{text("capped", { count: formatNumber(misfits.length) })}</p>
        ) : null}
      </div>
    </Section>
  );
}

interface MisfitTableProps {
  dictionaryId: number;
  caption: string;
  misfits: readonly Misfit[];
}

/** Each link finds the entry in the table of all entries, where it can be corrected. */
function MisfitTable({ dictionaryId, caption, misfits }: MisfitTableProps) {
  const translate = useTranslate();
  const text = useText("resources.dictionaries.fitness");
  const hasFields = misfits.some(({ field }) => field !== undefined);
  return (
    <table className={styles.misfits} data-fields={hasFields}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{text("entry")}</th>
          {hasFields ? <th scope="col">{text("field")}</th> : null}
          <th scope="col">{text("message")}</th>
        </tr>
      </thead>
      <tbody>
        {misfits.map(({ entryId, surface, reading, field, message }) => (
          <tr key={`${entryId} ${field} ${message}`}>
            <th scope="row">
              <LinkBase to={entriesPath(dictionaryId, surface)}>{surface}</LinkBase>
              <span>{reading}</span>
            </th>
            {field ? <td>{translate(`resources.entries.fields.${field}`)}</td> : null}
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
