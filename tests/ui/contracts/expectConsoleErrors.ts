import { vi } from "vitest";

/** react-admin writes each failed request to the console of a development build; here one is meant. */
export function expectConsoleErrors(): void {
  vi.mocked(console.error).mockImplementation(() => {});
}
