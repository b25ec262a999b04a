import { screen } from "@testing-library/react";
import type { Contract } from "../../../domain/contracts/schemas.ts";
import { formatPeriod } from "../../../domain/text/dates.ts";
import { contractsAre } from "./contractRecords.ts";
import { openAdmin } from "./openAdmin.tsx";

export const unused = { usedTranscriptCount: 0, usedTranscriptMinutes: 0 };

/** How a contract is called in headings. */
export const nameOf = (contract: Contract) =>
  `${contract.organizationName} ${formatPeriod(contract)}`;

/** Opens the detail page of the only contract in the API. */
export async function openDetail(contract: Contract) {
  contractsAre([contract]);
  openAdmin(`/contracts/${contract.contractId}/show`);
  await screen.findByRole("heading", { level: 1, name: nameOf(contract) });
  await screen.findByText(/利用(が|は)ありません。$/);
}

export const action = (name: string) => screen.getByRole("button", { name });

/** The value beside a label. */
export const fieldOf = (label: string) =>
  screen.getByText(label, { selector: "dt" }).nextElementSibling?.textContent;
