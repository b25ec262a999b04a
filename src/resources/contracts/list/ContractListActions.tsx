import { CsvButton } from "../../../components/csv/CsvButton.tsx";
import { CreateLink } from "../../../components/list/CreateLink.tsx";

export function ContractListActions() {
  return (
    <>
      <CsvButton endpoint="GET /contracts/export" />
      <CreateLink label="resources.contracts.list.add" />
    </>
  );
}
