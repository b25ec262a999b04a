import { screen } from "@testing-library/react";
import type { Contract } from "../../../domain/contracts.ts";
import { contractsAre } from "./contractRecords.ts";
import { openAdmin } from "./openAdmin.tsx";

/** What a contract without any use has, given to `aContract`. */
export const unused = { usedTranscriptCount: 0, usedTranscriptMinutes: 0 };

/** Opens the detail page of a contract, the only one that the API holds. */
export async function openDetail(contract: Contract) {
  contractsAre([contract]);
  openAdmin(`/contracts/${contract.contractId}/show`);
  await screen.findByRole("heading", { level: 1, name: "契約の詳細" });
  await screen.findByRole("table", { hidden: true });
}

export const action = (name: string) => screen.getByRole("button", { name });

/** What a label of the page stands beside. */
export const fieldOf = (label: string) =>
  screen.getByText(label, { selector: "dt" }).nextElementSibling?.textContent;
