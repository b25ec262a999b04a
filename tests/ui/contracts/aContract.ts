import type { Contract } from "../../../domain/contracts.ts";

/** A contract as the API answers it: running, nothing unusual; what matters is given. */
export function aContract(given: Partial<Contract> = {}): Contract {
  return {
    contractId: 1,
    organizationId: 1,
    organizationName: "デモ株式会社",
    organizationNo: "00000001",
    adminEmail: "orgadmin@example.com",
    adminName: "佐藤 花子",
    startDate: "2026-04-01",
    endDate: "2027-03-31",
    maxTranscriptCount: 1000,
    maxTranscriptMinutes: 1200,
    usedTranscriptCount: 120,
    usedTranscriptMinutes: 525,
    status: "ACTIVE",
    usageState: "NORMAL",
    terminationDate: null,
    terminationReason: null,
    memo: "",
    version: 1,
    createdAt: "2026-03-20T01:00:00.000Z",
    updatedAt: "2026-04-02T00:05:00.000Z",
    ...given,
  };
}
