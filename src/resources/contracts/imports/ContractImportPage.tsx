import { useMemo } from "react";
import {
  CONTRACT_FIELDS,
  CONTRACT_IMPORT_VERDICTS,
  type ContractImportVerdict,
} from "../../../../domain/contractImports/rules.ts";
import type {
  ContractImportCheck,
  ContractImportRow,
  ContractImportSummary,
} from "../../../../domain/contractImports/schemas.ts";
import { contractImportErrorsTitle } from "../../../../domain/contractImports/sentences.ts";
import { contractLabels } from "../../../../domain/contracts/fields.ts";
import { CONTRACT_FILES } from "../../../../domain/files/acceptRules.ts";
import { checkedWith, chosenOf } from "../../../../domain/imports/chosenReadings.ts";
import { type ErrorFile, ImportDryRun } from "../../../components/imports/ImportDryRun.tsx";
import type { FileKind } from "../../../components/imports/ImportFile.tsx";
import { historyColumns, ImportHistory } from "../../../components/imports/ImportHistory.tsx";
import {
  ImportPage,
  type ImportSource,
  type ImportSteps,
} from "../../../components/imports/ImportPage.tsx";
import { ImportResult } from "../../../components/imports/ImportResult.tsx";
import { useChosenReadings } from "../../../components/imports/useChosenReadings.ts";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { contractImports } from "../../../i18n/ja/contractImports.ts";
import { fileImports } from "../../../i18n/ja/fileImports.ts";
import { readingTexts } from "../../../i18n/ja/readings.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { ContractCommit } from "./ContractCommit.tsx";
import { contractColumns } from "./contractColumns.tsx";
import { resultText } from "./resultText.ts";

const RevertDialog = lazyDialog(
  async () => (await import("./ContractRevertDialog.tsx")).ContractRevertDialog,
);

const text = contractImports.file;
const LIST = { to: "/contracts", name: contractImports.list };

const kind: FileKind = {
  accept: CONTRACT_FILES,
  label: fileImports.file.label,
  limits: text.limits,
  hints: [text.columns, text.key, text.blanks],
  template: {
    name: text.templateName,
    headings: CONTRACT_FIELDS.map((field) => contractLabels[field]),
    example: CONTRACT_FIELDS.map((field) => text.example[field]),
  },
};

const LATEST_FIRST = { field: "contractImportId", order: "DESC" } as const;
const columns = historyColumns<ContractImportSummary>(resultText);

const COUNTED = {
  NEW: "new",
  UPDATE: "update",
  UNCHANGED: "unchanged",
  ERROR: "error",
} as const satisfies Record<ContractImportVerdict, keyof ContractImportCheck["counts"]>;

const errors: ErrorFile = {
  title: contractImportErrorsTitle,
  headings: CONTRACT_FIELDS.map((field) => [field, contractLabels[field]]),
};

/** /contracts/import: adds and changes contracts by a file, and undoes it. */
export function ContractImportPage() {
  const source = useSource();
  return (
    <ImportPage<ContractImportCheck, ContractImportSummary, ContractImportSummary>
      title={contractImports.title}
      back={LIST}
      source={source}
      kind={kind}
      dryRun={(checked, steps) => <CheckedContracts {...checked} {...steps} />}
      result={(imported, { isNew, clear }, revert) => (
        <ImportResult
          key={imported.contractImportId}
          imported={imported}
          result={resultText(imported)}
          list="/contracts"
          isNew={isNew}
          onRevert={revert}
          onNext={clear}
        />
      )}
      history={(revert) => (
        <ImportHistory
          resource="contract-imports"
          sort={LATEST_FIRST}
          columns={columns}
          onRevert={revert}
        />
      )}
      revertDialog={(imported, events) => <RevertDialog imported={imported} {...events} />}
    />
  );
}

interface CheckedContractsProps extends ImportSteps<ContractImportSummary> {
  file: File;
  check: ContractImportCheck;
}

/** What a file would do, with the readings that are chosen for its names. */
function CheckedContracts({ file, ...props }: CheckedContractsProps) {
  const chosen = useChosenReadings();
  const check = checkedWith<ContractImportRow, ContractImportCheck>(
    props.check,
    chosen.readings,
    withKana,
  );
  return (
    <ImportDryRun
      checked={check}
      lead={contractImports.untouched(check.fileName)}
      columns={contractColumns}
      counts={CONTRACT_IMPORT_VERDICTS.map((verdict) => ({
        verdict,
        label: contractImports.verdicts[verdict],
        count: check.counts[COUNTED[verdict]],
      }))}
      errors={errors}
      readings={{ chosen, missing: readingTexts.missing.contracts, beside: "adminName" }}
      isNew={props.isNew}
      disabled={props.committing}
      onCancel={props.clear}
    >
      <ContractCommit
        file={file}
        check={check}
        readings={chosenOf(check.rows, chosen.readings)}
        onDone={props.done}
        onRefused={props.checkAgain}
        onRunning={props.setCommitting}
      />
    </ImportDryRun>
  );
}

const withKana = (row: ContractImportRow, adminNameKana: string): ContractImportRow => ({
  ...row,
  after: row.after && { ...row.after, adminNameKana },
});

function useSource(): ImportSource<ContractImportCheck, ContractImportSummary> {
  const { api } = useApi();
  return useMemo(
    () => ({
      resource: "contract-imports",
      idOf,
      read: (id, signal) => api("GET /contract-imports/{id}", { id, signal }),
      check: (file, sending) => api("POST /contract-imports/check", { body: { file }, ...sending }),
    }),
    [api],
  );
}

const idOf = ({ contractImportId }: ContractImportSummary) => contractImportId;
