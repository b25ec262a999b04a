import { formatDate } from "../../../../domain/text/dates.ts";
import { DeleteRecord } from "../../../components/dialog/DeleteRecord.tsx";
import { useTranslate } from "../../../i18n/translate.ts";
import type { DialogProps } from "./dialogParts.tsx";

export function DeleteDialog({ contract, onClose }: DialogProps) {
  const translate = useTranslate();
  return (
    <DeleteRecord
      resource="contracts"
      record={contract}
      name={contract.organizationName}
      detail={translate("resources.contracts.range", {
        from: formatDate(contract.startDate),
        to: formatDate(contract.endDate),
      })}
      onClose={onClose}
    >
      <p>{translate("resources.contracts.remove.keeps")}</p>
    </DeleteRecord>
  );
}
