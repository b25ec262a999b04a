import {
  CONTRACT_FIELDS,
  contractImportErrorsTitle,
} from "../../../../domain/contractImports/rules.ts";
import type {
  ContractImportCheck,
  ContractImportRow,
  ContractImportSummary,
} from "../../../../domain/contractImports/schemas.ts";
import { contractLabels } from "../../../../domain/contracts/fields.ts";
import { SHEET_FILES } from "../../../../domain/files/formulas.ts";
import { SheetCommitForm } from "../../../components/imports/CommitForm.tsx";
import { type Confirmed, ImportDryRun } from "../../../components/imports/ImportDryRun.tsx";
import type { FileKind } from "../../../components/imports/ImportFile.tsx";
import {
  ImportPage,
  type ImportSource,
  type ImportSteps,
} from "../../../components/imports/ImportPage.tsx";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { contractImports } from "../../../i18n/ja/contractImports.ts";
import { fileImports } from "../../../i18n/ja/fileImports.ts";
import { readingTexts } from "../../../i18n/ja/readings.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { contractColumns, contractResult } from "./contractColumns.tsx";

const text = contractImports.file;
const LIST = { to: "/contracts", name: contractImports.list };

const columns = CONTRACT_FIELDS.map((field) => ({
  field,
  heading: contractLabels[field],
  example: text.example[field],
}));

const kind: FileKind = {
  accept: SHEET_FILES,
  label: fileImports.file.label,
  limits: text.limits,
  hints: [text.columns, text.key, text.blanks],
  template: { name: text.templateName, columns },
};

const source: ImportSource<ContractImportCheck, ContractImportSummary, ContractImportSummary> = {
  resource: "contract-imports",
  idField: "contractImportId",
  read: (api, id, signal) => api("GET /contract-imports/{id}", { id, signal }),
  check: (api, file, sending) =>
    api("POST /contract-imports/check", { body: { file }, ...sending }),
  resultText: contractResult,
  RevertDialog: lazyDialog(
    async () => (await import("./ContractRevertDialog.tsx")).ContractRevertDialog,
  ),
};

const readings = {
  missing: readingTexts.missing.contracts,
  beside: "adminName",
  read: (row: ContractImportRow, adminNameKana: string) => ({
    ...row,
    after: row.after && { ...row.after, adminNameKana },
  }),
};

/** /contracts/import: adds and changes contracts by a file, and undoes it. */
export function ContractImportPage() {
  return (
    <ImportPage
      title={contractImports.title}
      back={LIST}
      source={source}
      kind={kind}
      dryRun={(checked, steps) => (
        <ImportDryRun<ContractImportRow, ContractImportCheck>
          checked={checked}
          steps={steps}
          lead={contractImports.untouched(checked.check.fileName)}
          columns={contractColumns}
          verdicts={contractImports.verdicts}
          errors={{ title: contractImportErrorsTitle, columns }}
          readings={readings}
        >
          {({ counts }, confirmed) => (
            <ContractCommit counts={counts} confirmed={confirmed} steps={steps} />
          )}
        </ImportDryRun>
      )}
    />
  );
}

interface ContractCommitProps {
  counts: ContractImportCheck["counts"];
  confirmed: Confirmed;
  steps: ImportSteps<ContractImportSummary>;
}

/** Carries the import out. */
function ContractCommit({ counts, confirmed, steps }: ContractCommitProps) {
  const { commit } = contractImports;
  const { write, pending, problem } = useWrite("POST /contract-imports", { changes: "contracts" });
  return (
    <SheetCommitForm
      pending={pending}
      problem={problem}
      running={commit.running}
      errors={counts.error}
      reason={counts.new + counts.update === 0 ? fileImports.commit.nothing : null}
      submit={fileImports.commit.submit}
      onCommit={(skipErrors) => {
        const body = { ...confirmed, skipErrors: `${skipErrors}` } as const;
        void steps.carryOut(write({ body, onUpload: () => {} }));
      }}
    >
      {() => <p>{commit.effect(counts.new, counts.update)}</p>}
    </SheetCommitForm>
  );
}
