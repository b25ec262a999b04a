import { expect, it } from "vitest";
import { planContracts } from "../../domain/contractImports/plan.ts";
import { undoRefusal } from "../../domain/contractImports/schemas.ts";
import { contractSheet } from "../../server/formats/peopleFile.ts";
import { readSheet } from "../../server/formats/sheetFile.ts";
import { aContract } from "../support/records.ts";

const contract = aContract({ orderNo: "PO-1" });
const { organizationId, organizationName, organizationNo, startDate } = contract;
const organization = {
  organizationId,
  organizationName,
  contracts: new Map([[startDate, contract]]),
  periods: [contract],
};
const known = { organizations: new Map([[organizationNo, organization]]), owners: new Map() };

function planned(heading: string, cell: string) {
  const text = `組織番号,契約開始日,${heading}\r\n${organizationNo},${startDate},${cell}\r\n`;
  const read = readSheet(new TextEncoder().encode(text), contractSheet);
  if ("problem" in read) throw new Error(read.problem.code);
  const staged = read.rows.map((row, index) => ({ rowNo: index + 1, ...row }));
  return planContracts(staged, known)[0];
}

it("is changed by a file, under its label or another name of it", () => {
  expect(planned("注文番号", "PO-2")).toMatchObject({
    verdict: "UPDATE",
    before: { orderNo: "PO-1" },
    after: { orderNo: "PO-2" },
  });
  expect(planned("発注番号", "PO-1")).toMatchObject({ verdict: "UNCHANGED" });
  expect(planned("注文番号", "9".repeat(31))).toMatchObject({ verdict: "ERROR" });
});

it("keeps an import from being undone once it has another value", () => {
  const change = {
    contractId: contract.contractId,
    before: { orderNo: "PO-0" },
    after: { orderNo: "PO-1" },
    version: null,
  };
  const facts = { isUsed: false, isEmailTaken: false };
  expect(undoRefusal(change, { contract, ...facts })).toBeNull();
  const changed = { ...contract, orderNo: "PO-9" };
  expect(undoRefusal(change, { contract: changed, ...facts })).toBe("CHANGED");
});
