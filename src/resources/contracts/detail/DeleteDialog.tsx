import { formatDate } from "../../../../domain/text/dates.ts";
import { DeleteRecord } from "../../../components/dialog/DeleteRecord.tsx";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import type { DialogProps } from "./dialogParts.tsx";

export function DeleteDialog({ contract, onClose }: DialogProps) {
  return (
    <DeleteRecord
      resource="contracts"
      record={contract}
      name={contract.organizationName}
      texts={contractPages.remove}
      notice={contracts.notifications.deleted}
      detail={contracts.range(formatDate(contract.startDate), formatDate(contract.endDate))}
      onClose={onClose}
    >
      <p>{contractPages.remove.keeps}</p>
    </DeleteRecord>
  );
}
