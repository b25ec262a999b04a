import type { TestProject } from "vitest/node";
import { startEmulator } from "../../server/identity/emulator.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where this run's Auth Emulator listens. */
    emulatorUrl: string;
  }
}

/** The one project that the emulator of a run serves. */
export const TEST_PROJECT = "demo-tests";

/** One Auth Emulator for a whole run: it takes seconds to start and every test file needs it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const emulator = await startEmulator({ projectId: TEST_PROJECT });
  project.provide("emulatorUrl", emulator.url);
  return () => emulator.close();
}
