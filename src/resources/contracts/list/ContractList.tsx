import { resourceTopic } from "../../../../domain/events.ts";
import { CreateLink } from "../../../components/list/CreateLink.tsx";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListPage } from "../../../components/list/ListPage.tsx";
import { listSorts } from "../../../providers/listSorts.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import { ContractListActions } from "./ContractListActions.tsx";
import { ContractOverview } from "./ContractOverview.tsx";
import { ContractSearch } from "./ContractSearch.tsx";
import { contractColumns } from "./contractColumns.tsx";

const CONTRACTS = resourceTopic("contracts");

// Declared once, so that a page change renders only the table.
const overview = <ContractOverview />;
const search = <ContractSearch />;
const actions = <ContractListActions />;

export function ContractList() {
  useLiveReads(CONTRACTS, "contracts");
  return (
    <ListPage
      title="resources.contracts.name"
      sort={listSorts.contracts}
      overview={overview}
      search={search}
      actions={actions}
    >
      <DataTable
        columns={contractColumns}
        empty={<CreateLink label="resources.contracts.list.add" />}
      />
    </ListPage>
  );
}
