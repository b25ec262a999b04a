import { describe, expect, it } from "vitest";
import { possibleActions } from "../../../src/resources/contracts/detail/ContractActions.tsx";

const today = "2026-11-21";
const running = {
  startDate: "2026-04-01",
  endDate: "2027-03-31",
  terminationDate: null,
  usedTranscriptCount: 0,
  usedTranscriptMinutes: 0,
};

describe("what can be done with a contract", () => {
  it("offers termination of a running contract and deletion while nothing was used", () => {
    expect(possibleActions(running, today)).toEqual({
      ending: "terminate",
      terminateImpossible: null,
      deleteImpossible: null,
    });
  });

  it("names the remedy when a used contract cannot be deleted", () => {
    const used = { ...running, usedTranscriptCount: 1 };
    expect(possibleActions(used, today).deleteImpossible).toBe("hasUsage");
  });

  it("does not advise to terminate what can no longer be terminated", () => {
    const over = { ...running, endDate: "2026-11-20", usedTranscriptMinutes: 1 };
    expect(possibleActions(over, today)).toEqual({
      ending: "terminate",
      terminateImpossible: "expired",
      deleteImpossible: "hasUsageOver",
    });
  });

  it("offers to take back a termination, planned or past", () => {
    for (const terminationDate of ["2026-12-31", "2026-06-30"]) {
      const terminated = { ...running, terminationDate };
      expect(possibleActions(terminated, today).ending).toBe("reinstate");
    }
  });
});
