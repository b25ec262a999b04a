import { ResourceContextProvider } from "react-admin";
import { CsvButton } from "../../../components/csv/CsvButton.tsx";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListFoot } from "../../../components/list/ListFoot.tsx";
import { ListRead } from "../../../components/list/ListRead.tsx";
import { ROWS_PER_PAGE } from "../../../providers/listSorts.ts";
import type { ContractRecord } from "../contractRecord.ts";
import { LedgerSearch } from "./LedgerSearch.tsx";
import styles from "./ledger.module.css";
import { type LedgerRecord, ledgerColumns } from "./ledgerColumns.tsx";

const LATEST_FIRST = { field: "occurredAt", order: "DESC" } as const;

/** The reported transcripts and the adjustments of a contract. */
export function ContractLedger({ contract }: { contract: ContractRecord }) {
  return (
    <ListRead
      resource={`contracts/${contract.contractId}/ledger`}
      sort={LATEST_FIRST}
      perPage={ROWS_PER_PAGE}
      // The page has asked already, and its address is that of the contract.
      disableAuthentication
      disableSyncWithLocation
    >
      <ResourceContextProvider value="ledger">
        <div className={styles.ledger}>
          <LedgerSearch contractId={contract.contractId} />
          <div className={`${styles.actions} screen-only`}>
            <CsvButton endpoint="GET /contracts/{id}/ledger/export" id={contract.contractId} />
          </div>
          <div>
            <DataTable<LedgerRecord> columns={ledgerColumns} rowLink={false} />
            <ListFoot />
          </div>
        </div>
      </ResourceContextProvider>
    </ListRead>
  );
}
