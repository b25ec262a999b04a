import { expect, it } from "vitest";
import { auditWords } from "../../domain/api/auditWords.ts";
import { changeWords } from "../../domain/audit/words.ts";
import { suiteApi } from "../support/api.ts";
import { latestEvent } from "../support/auditEvents.ts";
import { CONTRACTS, contractOf, newContract } from "../support/contractRequests.ts";
import { csvRows } from "../support/csv.ts";
import { describeDatabase } from "../support/database.ts";

describeDatabase("the order number of a contract", (engine) => {
  const api = suiteApi(engine);
  const admin = api.asSystemAdmin();

  it("is created, edited, cleared, exported and logged", async () => {
    const without = contractOf(await admin.post(CONTRACTS, newContract()));
    expect(without.orderNo).toBeNull();
    const created = contractOf(await admin.post(CONTRACTS, newContract({ orderNo: "PO-1" })));
    expect(created.orderNo).toBe("PO-1");

    const url = `${CONTRACTS}/${created.contractId}`;
    await admin.patch(url, { orderNo: "PO-2" });
    expect(contractOf(await admin.get(url)).orderNo).toBe("PO-2");
    const { changes } = (await latestEvent(api.db)) ?? {};
    expect(changes).toEqual([{ field: "orderNo", before: "PO-1", after: "PO-2" }]);
    const target = { kind: "contract", id: "1", name: "組織" };
    const change = { field: "orderNo", before: "PO-1", after: "PO-2" };
    expect(changeWords(auditWords(), { target, changes: [change] })).toEqual([
      { label: "注文番号", before: "PO-1", after: "PO-2" },
    ]);

    const { text } = await admin.get(
      `${CONTRACTS}/export?organizationId=${created.organizationId}`,
    );
    expect(csvRows(text).map((row) => row.注文番号)).toEqual(["PO-2"]);

    await admin.patch(url, { orderNo: null });
    expect(contractOf(await admin.get(url)).orderNo).toBeNull();
  });
});
