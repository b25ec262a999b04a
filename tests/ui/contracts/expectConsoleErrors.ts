import { vi } from "vitest";

/** ra-core writes each failed request to the console of a development build; here one is meant. */
export function expectConsoleErrors(): void {
  vi.mocked(console.error).mockImplementation(() => {});
}
