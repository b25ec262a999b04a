import { formatDate } from "../../../../domain/text/dates.ts";
import { DialogSubject } from "../../../components/dialog/DialogSubject.tsx";
import { useTranslate } from "../../../i18n/translate.ts";
import type { ContractRecord } from "../../records.ts";

export function ContractSubject({ contract }: { contract: ContractRecord }) {
  const translate = useTranslate();
  const detail = translate("resources.contracts.range", {
    from: formatDate(contract.startDate),
    to: formatDate(contract.endDate),
  });
  return <DialogSubject name={contract.organizationName} detail={detail} />;
}
