import ExpandIcon from "@mui/icons-material/ExpandMore";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { LinkBase } from "react-admin";
import { flushSync } from "react-dom";
import type { DictionaryFitness } from "../../../../domain/files/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { LoadError, LoadingState } from "../../../components/display/LoadError.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import { fitness as text } from "../../../i18n/ja/fitness.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import type { DictionaryRecord } from "../../records.ts";
import { entriesPath } from "../paths.ts";
import styles from "./fitness.module.css";

/** What of a dictionary each engine cannot take. */
export function FitnessTab({ dictionary }: { dictionary: DictionaryRecord }) {
  const { dictionaryId } = dictionary;
  const { api } = useApi();
  const fitness = useQuery({
    queryKey: ["dictionaries", "fitness", dictionaryId],
    queryFn: ({ signal }) => api("GET /dictionaries/{id}/fitness", { id: dictionaryId, signal }),
  });

  if (!fitness.data) {
    return fitness.error ? <LoadError error={fitness.error} /> : <LoadingState />;
  }
  return (
    <DetailPage>
      <EngineMatrix
        dictionaryId={dictionaryId}
        title={text.recognisers}
        lead={text.recognisersLead}
        words="sent"
        reports={fitness.data.recognisers.map(({ engine, entries, ...counts }) => ({
          title: dictionaries.engines[engine],
          misfits: entries,
          ...counts,
        }))}
      />
      <EngineMatrix
        dictionaryId={dictionaryId}
        title={text.files}
        lead={text.lead}
        words="file"
        reports={fitness.data.engines.map(({ engine, ...report }) => ({
          title: dictionaries.formats[engine],
          ...report,
        }))}
      />
    </DetailPage>
  );
}

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

type Words = "file" | "sent";

interface EngineMatrixProps {
  dictionaryId: number;
  title: string;
  lead: string;
  words: Words;
  reports: readonly Report[];
}

/** How many words each engine takes; a row with others opens to them in its place. */
function EngineMatrix({ dictionaryId, title, lead, words, reports }: EngineMatrixProps) {
  const { total, fits, unfits } = text[words].columns;
  return (
    <Section title={title}>
      <p className={`note ${styles.lead}`}>{lead}</p>
      <table className={`body-text full above ${styles.matrix}`}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{text.engine}</th>
            <th scope="col">{total}</th>
            <th scope="col">{fits}</th>
            <th scope="col">{unfits}</th>
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <Engine key={report.title} dictionaryId={dictionaryId} report={report} words={words} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

interface EngineProps {
  dictionaryId: number;
  report: Report;
  words: Words;
}

function Engine({ dictionaryId, report, words }: EngineProps) {
  const { title, total, unfit, retagged = 0 } = report;
  const refused = unfit - retagged;
  const own = text[words];
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <tr className="relative">
        <th scope="row">
          {unfit > 0 ? (
            <button
              type="button"
              className={`line gap-8 strong ${styles.open}`}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              <ExpandIcon />
              {title}
            </button>
          ) : (
            <span className={`regular ${styles.closed}`}>{title}</span>
          )}
        </th>
        <td>{formatNumber(total)}</td>
        <td>{formatNumber(total - refused)}</td>
        <td>
          <span className="wrap gap-4">
            {refused > 0 ? (
              <StatusChip tone="warning" label={own.unfit(formatNumber(refused))} />
            ) : (
              <StatusChip
                tone={total === 0 ? "neutral" : "success"}
                label={total === 0 ? own.none : own.fit}
              />
            )}
            {retagged > 0 ? (
              <StatusChip tone="info" label={text.retaggedChip(formatNumber(retagged))} />
            ) : null}
          </span>
        </td>
      </tr>
      {unfit > 0 ? (
        <tr hidden={!open} className={`relative ${styles.opened}`}>
          <td colSpan={4} id={id}>
            {open ? <Misfits dictionaryId={dictionaryId} report={report} words={words} /> : null}
          </td>
        </tr>
      ) : null}
    </>
  );
}

const FIRST = 5;

function Misfits({ dictionaryId, report, words }: EngineProps) {
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

  return (
    <div ref={table} className="stack gap-12 justify-start">
      <p>
        {refused > 0 ? own.some(formatNumber(total), formatNumber(refused)) : own.all}
        {retagged > 0 ? text.retagged(formatNumber(retagged)) : null}
      </p>
      <MisfitTable dictionaryId={dictionaryId} caption={own.table(title)} misfits={shown} />
      {shown.length < misfits.length ? (
        <Button variant="outlined" color="secondary" onClick={showAll}>
          {text.expand(formatNumber(misfits.length - shown.length))}
        </Button>
      ) : null}
      {all && misfits.length < unfit ? <p>{text.capped(formatNumber(misfits.length))}</p> : null}
    </div>
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
    <table
      className={`body-text full round surface clip ${styles.misfits}`}
      data-fields={hasFields}
    >
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
            <th scope="row" className="links regular">
              <LinkBase to={entriesPath(dictionaryId, surface)}>{surface}</LinkBase>
              <span className="note block">{reading}</span>
            </th>
            {field ? <td>{entries.fields[field]}</td> : null}
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
