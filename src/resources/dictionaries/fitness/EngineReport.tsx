import Button from "@mui/material/Button";
import { useRef, useState } from "react";
import { LinkBase } from "react-admin";
import { flushSync } from "react-dom";
import type { DictionaryFitness } from "../../../../domain/files/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { Section } from "../../../components/display/Section.tsx";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import { fitness as text } from "../../../i18n/ja/fitness.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import { entriesPath } from "../paths.ts";
import styles from "./fitness.module.css";

interface Report {
  /** The name of the engine. */
  title: string;
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

interface EngineReportProps {
  dictionaryId: number;
  report: Report;
  words: "file" | "sent";
}

const FIRST = 5;

export function EngineReport({ dictionaryId, report, words }: EngineReportProps) {
  const { title, total, unfit, retagged = 0, misfits } = report;
  const refused = unfit - retagged;
  const own = text[words];
  const [all, setAll] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const shown = all ? misfits : misfits.slice(0, FIRST);

  function showAll() {
    flushSync(() => setAll(true));
    table.current?.querySelectorAll("a")[FIRST]?.focus();
  }

  if (unfit === 0)
    return (
      <Section
        title={title}
        actions={<StatusChip tone={total === 0 ? "neutral" : "success"} label={own.fit} />}
      >
        <p>{total === 0 ? own.none : own.all}</p>
      </Section>
    );
  return (
    <Section
      title={title}
      actions={
        refused > 0 ? (
          <StatusChip tone="warning" label={own.unfit(formatNumber(refused))} />
        ) : (
          <StatusChip tone="info" label={text.retaggedChip(formatNumber(retagged))} />
        )
      }
    >
      <p>
        {refused > 0 ? own.some(formatNumber(total), formatNumber(refused)) : own.all}
        {retagged > 0 ? text.retagged(formatNumber(retagged)) : null}
      </p>
      <div ref={table} className={styles.report}>
        <MisfitTable dictionaryId={dictionaryId} caption={own.table(title)} misfits={shown} />
        {shown.length < misfits.length ? (
          <Button variant="outlined" color="secondary" onClick={showAll}>
            {text.expand(formatNumber(misfits.length - shown.length))}
          </Button>
        ) : null}
        {all && misfits.length < unfit ? <p>{text.capped(formatNumber(misfits.length))}</p> : null}
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
  const hasFields = misfits.some(({ field }) => field !== undefined);
  return (
    <table className={styles.misfits} data-fields={hasFields}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{text.entry}</th>
          {hasFields ? <th scope="col">{text.field}</th> : null}
          <th scope="col">{text.message}</th>
        </tr>
      </thead>
      <tbody>
        {misfits.map(({ entryId, surface, reading, field, message }) => (
          <tr key={`${entryId} ${field} ${message}`}>
            <th scope="row">
              <LinkBase to={entriesPath(dictionaryId, surface)}>{surface}</LinkBase>
              <span>{reading}</span>
            </th>
            {field ? <td>{entries.fields[field]}</td> : null}
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
