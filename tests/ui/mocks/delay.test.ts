import { expect, it } from "vitest";
import { DELAY_MS } from "../../../mocks/handlers.ts";
import { mockedApi } from "./mockedApi.ts";

const api = mockedApi(DELAY_MS);

it("takes half a second to answer", async () => {
  const asked = performance.now();
  await api.as("demo-staff", "/contracts/limits");
  // Timers of Node may be a millisecond early.
  expect(performance.now() - asked).toBeGreaterThanOrEqual(499);
  expect(DELAY_MS).toBe(500);
});
