import Button from "@mui/material/Button";
import { type ReactNode, useState } from "react";
import { ListBase } from "react-admin";
import type { DictionaryImport } from "../../../../domain/imports/schemas.ts";
import { MOST_AT_ONCE } from "../../../../domain/readings/rules.ts";
import { CsvDownload } from "../../../components/csv/CsvDownload.tsx";
import {
  ConvertedRows,
  DryRunRows,
  DryRunSection,
} from "../../../components/imports/ImportDryRun.tsx";
import { AcceptReadings, OfferedReadings } from "../../../components/imports/ImportReadings.tsx";
import { verdictCounts } from "../../../components/imports/rowColumns.tsx";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { fileImports } from "../../../i18n/ja/fileImports.ts";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import { readingTexts } from "../../../i18n/ja/readings.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { ROWS_PER_PAGE } from "../../../providers/data/listSorts.ts";
import { useWriter } from "../../../writes/useWrite.ts";
import { type RowRecord, rowColumns, wordToRead } from "./rowColumns.tsx";

interface DryRunProps {
  dryRun: DictionaryImport;
  /** It was read just now, not found again by a reload. */
  isNew: boolean;
  /** The file is still here and can be read in another way. */
  hasFile: boolean;
  disabled: boolean;
  onCancel: () => void;
  /** What became of it where it was changed. */
  onChanged: (changed: DictionaryImport) => void;
  children: ReactNode;
}

const ChangePreview = lazyDialog(
  async () => (await import("../preview/ChangePreview.tsx")).ChangePreview,
);

const NO_CONDITIONS = { filter: {} };

const text = importPages.dryRun;

/** What an import would do, before anything is written. */
export function DryRun(props: DryRunProps) {
  const { dryRun, isNew, hasFile, disabled, onCancel, children } = props;
  const { dictionaryId, importId, fileName, format, encoding, warning, ignoredColumns } = dryRun;
  const [trying, setTrying] = useState(false);
  return (
    <>
      <DryRunSection
        isNew={isNew}
        disabled={disabled}
        onCancel={onCancel}
        actions={
          <Button variant="outlined" color="secondary" onClick={() => setTrying(true)}>
            {previewPage.change.try}
          </Button>
        }
      >
        <p>
          {text.facts(fileName, dictionaries.formats[format], dictionaries.encodings[encoding])}
        </p>
        <p className="note">
          {text.untouched}
          {hasFile ? null : text.choose}
        </p>
        {warning ? (
          <p className="boxed toned strong" data-tone="warning">
            {warning}
          </p>
        ) : null}
        {ignoredColumns.length > 0 ? (
          <p className="boxed toned strong" data-tone="warning">
            {fileImports.dryRun.ignored(ignoredColumns)}
          </p>
        ) : null}
        <ConvertedRows converted={dryRun.converted} />
        {dryRun.withoutReading > 0 ? (
          <AcceptWordReadings dryRun={dryRun} onAccepted={props.onChanged} />
        ) : null}
        <StagedRows dryRun={dryRun} />
        {dryRun.counts.error > 0 ? (
          <div>
            <CsvDownload
              label={fileImports.dryRun.errors}
              endpoint="GET /dictionaries/{id}/imports/{importId}/errors"
              id={dictionaryId}
              importId={importId}
              shown={NO_CONDITIONS}
              total={dryRun.counts.error}
            />
          </div>
        ) : null}
        {children}
      </DryRunSection>
      {trying ? (
        <ChangePreview
          dictionaryId={dictionaryId}
          tried={{ importId }}
          onClose={() => setTrying(false)}
        />
      ) : null}
    </>
  );
}

interface AcceptWordReadingsProps {
  dryRun: DictionaryImport;
  onAccepted: (imported: DictionaryImport) => void;
}

/** The server keeps the rows, and reads so many of them with each request as an answer in time allows. */
function AcceptWordReadings({ dryRun, onAccepted }: AcceptWordReadingsProps) {
  const { dictionaryId, importId, withoutReading } = dryRun;
  const send = useWriter("POST /dictionaries/{id}/imports/{importId}/accept-readings");
  let left = withoutReading;

  async function accept(after: number | undefined) {
    const body = after === undefined ? {} : { after };
    const { next, ...imported } = await send({ id: dictionaryId, importId, body });
    const accepted = left - imported.withoutReading;
    left = imported.withoutReading;
    onAccepted(imported);
    return { accepted, read: MOST_AT_ONCE, next };
  }

  return (
    <AcceptReadings
      missing={readingTexts.missing.words(withoutReading)}
      total={withoutReading}
      accept={accept}
      changes={`dictionaries/${dictionaryId}/imports/${importId}/rows`}
    />
  );
}

const ERRORS_FIRST = { field: "verdict", order: "ASC" } as const;
// The table shows the error itself; a notification would repeat it.
const QUIET = { onError: () => {} };

/** What the import would do, row by row, as the server has staged them. */
function StagedRows({ dryRun }: { dryRun: DictionaryImport }) {
  const { dictionaryId, importId, counts } = dryRun;
  return (
    <ListBase
      resource={`dictionaries/${dictionaryId}/imports/${importId}/rows`}
      sort={ERRORS_FIRST}
      perPage={ROWS_PER_PAGE}
      queryOptions={QUIET}
      disableAuthentication
      disableSyncWithLocation
    >
      <OfferedReadings<RowRecord> wordOf={wordToRead}>
        <DryRunRows<RowRecord>
          columns={rowColumns}
          counts={verdictCounts(importPages.verdicts, counts)}
          hasAll
        />
      </OfferedReadings>
    </ListBase>
  );
}
