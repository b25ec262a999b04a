import Button from "@mui/material/Button";
import { useRef, useState } from "react";
import { useTranslate } from "react-admin";
import { flushSync } from "react-dom";
import type { DictionaryFitness } from "../../../../domain/entryFiles.ts";
import { formatNumber } from "../../../../domain/numbers.ts";
import { Section } from "../../../components/display/Section.tsx";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import styles from "./fitness.module.css";
import { MisfitTable } from "./MisfitTable.tsx";

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
  const text = (key: string, values?: object) =>
    translate(`resources.dictionaries.fitness.${key}`, values);
  const shown = all ? misfits : misfits.slice(0, FIRST);

  function showAll() {
    flushSync(() => setAll(true));
    table.current?.querySelectorAll("a")[FIRST]?.focus();
  }

  const title = `resources.dictionaries.formats.${engine}`;
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
