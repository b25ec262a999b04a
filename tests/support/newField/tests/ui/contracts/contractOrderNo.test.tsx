import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { staleVersion } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aContract } from "../../support/records.ts";
import { contractsAre } from "./contractRecords.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { openAdmin } from "./openAdmin.tsx";
import { fieldOf } from "./openDetail.ts";

const api = apiDouble("admin");
const contract = aContract({ orderNo: "PO-1" });

it("stands on the page of the contract", async () => {
  contractsAre([contract]);
  openAdmin(`/contracts/${contract.contractId}/show`);
  await screen.findByText("PO-1");
  expect(fieldOf("注文番号")).toBe("PO-1");
});

it("is edited, and compared where another user was faster", async () => {
  expectConsoleErrors();
  contractsAre([contract]);
  openAdmin(`/contracts/${contract.contractId}`);
  const input = await screen.findByRole("textbox", { name: "注文番号" });
  api.refuse("PATCH /contracts/{id}", staleVersion({ ...contract, version: 2, orderNo: "PO-2" }));
  await userEvent.clear(input);
  await userEvent.type(input, "PO-3");
  await userEvent.click(screen.getByRole("button", { name: "保存" }));
  const table = await screen.findByRole("table", { name: "更新された項目" });
  expect(within(table).getByRole("row", { name: "注文番号 PO-2 PO-3" })).toBeVisible();
  expect(api.calls("PATCH /contracts/{id}")[0]?.body).toEqual({ orderNo: "PO-3" });
});
