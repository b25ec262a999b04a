import Button from "@mui/material/Button";
import { useRef, useState } from "react";
import { LinkBase } from "react-admin";
import { flushSync } from "react-dom";
import type { DictionaryFitness } from "../../../../domain/files/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { Section } from "../../../components/display/Section.tsx";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import { useText, useTranslate } from "../../../i18n/translate.ts";
import { entriesPath } from "../entriesPath.ts";
import styles from "./fitness.module.css";

interface EngineReportProps {
  dictionaryId: number;
  report: DictionaryFitness["engines"][number];
}

const FIRST = 5;

export function EngineReport({ dictionaryId, report }: EngineReportProps) {
  const { engine, total, unfit, misfits } = report;
  const translate = useTranslate();
  const [all, setAll] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const text = useText("resources.dictionaries.fitness");
  const shown = all ? misfits : misfits.slice(0, FIRST);

  function showAll() {
    flushSync(() => setAll(true));
    table.current?.querySelectorAll("a")[FIRST]?.focus();
  }

  const title = `resources.dictionaries.formats.${engine}` as const;
  if (unfit === 0)
    return (
      <Section
        title={title}
        actions={<StatusChip tone={total === 0 ? "neutral" : "success"} label={text("chip.fit")} />}
      >
        <p>{text(total === 0 ? "none" : "all")}</p>
      </Section>
    );
  return (
    <Section
      title={title}
      actions={
        <StatusChip tone="warning" label={text("chip.unfit", { count: formatNumber(unfit) })} />
      }
    >
      <p>{text("some", { total: formatNumber(total), unfit: formatNumber(unfit) })}</p>
      <div ref={table} className={styles.report}>
        <MisfitTable
          dictionaryId={dictionaryId}
          caption={text("table", { engine: translate(title) })}
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
  misfits: DictionaryFitness["engines"][number]["misfits"];
}

/** Each link finds the entry in the table of all entries, where it can be corrected. */
function MisfitTable({ dictionaryId, caption, misfits }: MisfitTableProps) {
  const translate = useTranslate();
  const text = useText("resources.dictionaries.fitness");
  return (
    <table className={styles.misfits}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{text("entry")}</th>
          <th scope="col">{text("field")}</th>
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
            <td>{translate(`resources.entries.fields.${field}`)}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
