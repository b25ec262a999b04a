import { CreateLink } from "../../../components/list/CreateLink.tsx";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListPage } from "../../../components/list/ListPage.tsx";
import { listSorts } from "../../../providers/listSorts.ts";
import { ContractListActions } from "./ContractListActions.tsx";
import { ContractOverview } from "./ContractOverview.tsx";
import { ContractSearch } from "./ContractSearch.tsx";
import { contractColumns } from "./contractColumns.tsx";

export function ContractList() {
  return (
    <ListPage
      title="resources.contracts.name"
      sort={listSorts.contracts}
      overview={<ContractOverview />}
      search={<ContractSearch />}
      actions={<ContractListActions />}
    >
      <DataTable
        columns={contractColumns}
        empty={<CreateLink label="resources.contracts.list.add" />}
      />
    </ListPage>
  );
}
