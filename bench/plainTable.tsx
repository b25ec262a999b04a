import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import type { Contract } from "../domain/contracts/schemas.ts";

/** The baseline for the contract list: the same cells of the same answer in a bare table. */
function PlainTable() {
  const [page, setPage] = useState(0);
  const [contracts, setContracts] = useState<Contract[]>([]);
  useEffect(() => {
    fetch(`/admin/api/v1/contracts?page=${page}&size=100`)
      .then((answer) => answer.json())
      .then(({ content }) => setContracts(content));
  }, [page]);
  return (
    <>
      <button type="button" onClick={() => setPage(page + 1)}>
        次へ
      </button>
      <table>
        <tbody>
          {contracts.map((contract) => (
            <tr key={contract.contractId}>
              {cellsOf(contract).map(([name, text]) => (
                <td key={name}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function cellsOf(contract: Contract): [name: string, text: string][] {
  return [
    ["no", contract.organizationNo],
    ["name", contract.organizationName],
    ["status", contract.status],
    ["period", `${contract.startDate} 〜 ${contract.endDate}`],
    ["count", `${contract.usedTranscriptCount}/${contract.maxTranscriptCount ?? "無制限"}`],
    ["minutes", `${contract.usedTranscriptMinutes}/${contract.maxTranscriptMinutes ?? "無制限"}`],
    ["adminName", contract.adminName],
    ["adminEmail", contract.adminEmail],
    ["updatedAt", contract.updatedAt],
  ];
}

createRoot(document.body).render(<PlainTable />);
