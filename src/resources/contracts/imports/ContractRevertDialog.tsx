import { LinkBase, useCreatePath } from "react-admin";
import type { ContractImportSummary } from "../../../../domain/contractImports/schemas.ts";
import { formatPeriod } from "../../../../domain/text/dates.ts";
import {
  ImportRevertDialog,
  type RevertDialogProps,
  UnchangedRecords,
} from "../../../components/imports/ImportRevertDialog.tsx";
import { contractImports } from "../../../i18n/ja/contractImports.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { contractResult } from "./contractColumns.tsx";

const text = contractImports.revert;

/** Undoes an import, or names the contracts that keep it from being undone. */
export function ContractRevertDialog(props: RevertDialogProps<ContractImportSummary>) {
  const { imported, onReverted, onClose } = props;
  const createPath = useCreatePath();
  const { write, pending, problem } = useWrite("POST /contract-imports/{id}/revert", {
    changes: "contracts",
  });
  const { answer } = problem ?? {};
  const isRefused = answer?.code === "UNDO_REFUSED";
  const contracts = isRefused ? answer.contracts : [];

  async function revert() {
    const { result } = await write({ id: imported.contractImportId });
    await onReverted();
    return result !== undefined;
  }

  return (
    <ImportRevertDialog
      fileName={imported.fileName}
      result={contractResult(imported)}
      effects={text.effects}
      pending={pending}
      problem={problem?.message}
      isOver={isRefused}
      revert={revert}
      onClose={onClose}
    >
      <UnchangedRecords
        label={text.storedList}
        records={contracts.map(({ contractId: id, organizationName, reason, ...period }) => ({
          key: id,
          name: (
            <LinkBase to={createPath({ resource: "contracts", type: "show", id })}>
              {organizationName}
            </LinkBase>
          ),
          detail: formatPeriod(period),
          reason: text.reasons[reason],
        }))}
        isCut
      />
    </ImportRevertDialog>
  );
}
