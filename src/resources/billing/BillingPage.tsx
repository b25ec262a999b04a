import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useNotify } from "react-admin";
import { useSearchParams } from "react-router";
import { formatNames } from "../../../domain/billing/fields.ts";
import {
  BILLING_FORMATS,
  type BillingEncoding,
  type BillingFormat,
  ENCODINGS_OF,
} from "../../../domain/billing/formats.ts";
import type { BillingPreview } from "../../../domain/billing/schemas.ts";
import { resourceTopic } from "../../../domain/events.ts";
import { ENCODING_NAMES } from "../../../domain/files/formats.ts";
import { addMonths, isMonth, MONTH_RANGE, monthOf, tokyoDate } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { readMonth } from "../../../domain/text/writtenDates.ts";
import { DownloadProgress, useDownload } from "../../components/csv/DownloadProgress.tsx";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog.tsx";
import { ActionButton } from "../../components/display/ActionButton.tsx";
import { DetailPage } from "../../components/display/DetailPage.tsx";
import { Figure } from "../../components/display/Figure.tsx";
import { LoadError, LoadingState } from "../../components/display/LoadError.tsx";
import { PageTitle } from "../../components/display/PageTitle.tsx";
import { Section } from "../../components/display/Section.tsx";
import { StateMessage } from "../../components/display/StateMessage.tsx";
import { FieldInput, FormField } from "../../components/form/FormField.tsx";
import { Choice } from "../../components/form/SelectInput.tsx";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { app } from "../../i18n/ja/app.ts";
import { billing } from "../../i18n/ja/billing.ts";
import { billingPages as text } from "../../i18n/ja/billingPages.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import { FileHistory, Problems, Rows } from "./BillingTables.tsx";
import styles from "./billing.module.css";

interface FileChoice {
  month: string;
  format: BillingFormat;
  encoding: BillingEncoding;
}

interface BillingChoicesProps {
  choice: FileChoice;
  onChange: (choice: FileChoice) => void;
}

/** Which month, for which program, in which encoding. */
function BillingChoices({ choice, onChange }: BillingChoicesProps) {
  const { month, format, encoding } = choice;
  const encodings = ENCODINGS_OF[format];
  return (
    <div className={`grid top gap-12-16 ${styles.choices}`}>
      <FormField id={useId()} label={text.month}>
        {(aria) => (
          <FieldInput
            {...aria}
            type="month"
            {...MONTH_RANGE}
            placeholder={app.field.monthExample}
            value={month}
            onChange={({ target }) =>
              onChange({ ...choice, month: readMonth(target.value) ?? target.value })
            }
          />
        )}
      </FormField>
      <Choice
        label={text.format}
        options={BILLING_FORMATS}
        value={format}
        name={(one) => formatNames[one]}
        onChange={(chosen) =>
          onChange({ month, format: chosen, encoding: ENCODINGS_OF[chosen][0] })
        }
      />
      <Choice
        label={text.encoding}
        options={encodings}
        value={encoding}
        disabled={encodings.length === 1}
        name={(one) => ENCODING_NAMES[one]}
        onChange={(chosen) => onChange({ ...choice, encoding: chosen })}
      />
    </div>
  );
}

const SettingsDialog = lazyDialog(
  async () => (await import("./SettingsDialog.tsx")).SettingsDialog,
);
const PartnerDialog = lazyDialog(async () => (await import("./PartnerDialog.tsx")).PartnerDialog);

const FILES = resourceTopic("billing-files");

/** /billing-files: the statements of a month as a file for an accounting program. */
export function BillingPage() {
  useLiveReads(FILES, "billing-files");
  const [search] = useSearchParams();
  const [choice, setChoice] = useState<FileChoice>(() => ({
    month: firstMonth(search.get("month")),
    format: BILLING_FORMATS[0],
    encoding: ENCODINGS_OF[BILLING_FORMATS[0]][0],
  }));
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<"settings" | { organizationId: number }>();
  const { api } = useApi();
  const { data, error } = useQuery({
    queryKey: ["billing-files", "preview", choice, page],
    queryFn: ({ signal }) =>
      api("GET /billing-files/preview", { query: { ...choice, page }, signal }),
    enabled: isMonth(choice.month),
    placeholderData: (before) => before,
  });
  const close = () => setOpen(undefined);

  return (
    <DetailPage>
      <PageTitle
        title={billing.title}
        facts={<span>{text.lead}</span>}
        actions={
          <Button variant="outlined" color="secondary" onClick={() => setOpen("settings")}>
            {text.settings}
          </Button>
        }
      />
      <Section title={text.file}>
        <BillingChoices
          choice={choice}
          onChange={(next) => {
            setChoice(next);
            setPage(0);
          }}
        />
        {data ? <BillingCounts preview={data} /> : null}
        {data ? (
          <DownloadButtons key={JSON.stringify(choice)} choice={choice} preview={data} />
        ) : null}
        {data || error ? null : <LoadingState />}
        {error ? <LoadError error={error} /> : null}
      </Section>
      {data && data.total === 0 ? (
        <Section title={text.preview}>
          <StateMessage role="status" text={text.none} />
        </Section>
      ) : null}
      {data && data.total > 0 ? (
        <>
          <Problems preview={data} onPartner={(organizationId) => setOpen({ organizationId })} />
          <Rows
            preview={data}
            page={page}
            onPage={setPage}
            onPartner={(organizationId) => setOpen({ organizationId })}
          />
        </>
      ) : null}
      {data ? <FileHistory files={data.files} /> : null}
      {open === "settings" ? <SettingsDialog onClose={close} /> : null}
      {typeof open === "object" ? (
        <PartnerDialog organizationId={open.organizationId} onClose={close} />
      ) : null}
    </DetailPage>
  );
}

/** The month of the address, or the last one that is over. */
function firstMonth(asked: string | null): string {
  if (asked !== null && isMonth(asked)) return asked;
  return monthOf(addMonths(`${monthOf(tokyoDate(new Date()))}-01`, -1));
}

/** Downloads what is in no file yet; all of it once more after a question. */
function DownloadButtons({ choice, preview }: { choice: FileChoice; preview: BillingPreview }) {
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const [running, setRunning] = useState(false);
  const { ready, written } = preview.counts;
  const { progress, error, start } = useDownload((count) => {
    notify(text.done(formatNumber(count)), { type: "success" });
  });

  async function download(again: boolean) {
    setRunning(true);
    const total = again ? ready + written : ready;
    const filter = { ...choice, again: String(again) };
    await start({ endpoint: "GET /billing-files", shown: { filter }, total });
    setRunning(false);
  }

  return (
    <>
      <div className="wrap gap-8">
        <ActionButton
          primary
          pending={running}
          reason={ready === 0 ? text.nothingReady : null}
          onClick={() => void download(false)}
        >
          {text.download}
        </ActionButton>
        {written > 0 ? (
          <Button variant="outlined" disabled={running} onClick={() => setAsking(true)}>
            {text.again}
          </Button>
        ) : null}
      </div>
      {running && progress ? <DownloadProgress progress={progress} label={text.progress} /> : null}
      {error === undefined ? null : <p role="alert">{messageFor(error)}</p>}
      {asking ? (
        <ConfirmDialog
          open
          title={text.again}
          confirmLabel={text.againConfirm}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void download(true);
          }}
        >
          <p>{text.againBody}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** What the file would hold, in figures. */
function BillingCounts({ preview: { counts, yen } }: { preview: BillingPreview }) {
  const count = (number: number) => text.count(formatNumber(number));
  const figures = [
    [text.ready, count(counts.ready)],
    [text.yen, text.amount(formatNumber(yen))],
    [text.refused, count(counts.refused)],
    [text.written, count(counts.written)],
  ] as const;
  return (
    <dl className={`grid gap-12-16 ${styles.counts}`}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt className="note">{name}</dt>
          <dd>
            <Figure>{figure}</Figure>
          </dd>
        </div>
      ))}
    </dl>
  );
}
