import { vi } from "vitest";

/** react-admin logs each failed request in a development build; these tests expect that. */
export function expectConsoleErrors(): void {
  vi.mocked(console.error).mockImplementation(() => {});
}
