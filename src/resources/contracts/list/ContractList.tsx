import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListPage } from "../../../components/list/ListPage.tsx";
import { ContractListActions } from "./ContractListActions.tsx";
import { ContractOverview } from "./ContractOverview.tsx";
import { ContractSearch } from "./ContractSearch.tsx";
import { contractColumns } from "./contractColumns.tsx";

const byId = { field: "contractId", order: "ASC" } as const;

export function ContractList() {
  return (
    <ListPage
      title="resources.contracts.name"
      sort={byId}
      overview={<ContractOverview />}
      search={<ContractSearch />}
      actions={<ContractListActions />}
    >
      <DataTable columns={contractColumns} />
    </ListPage>
  );
}
