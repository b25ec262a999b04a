import { defineConfig } from "vitest/config";
import type { Vite } from "vitest/node";

/** Stryker asks for threads, which keep the time zone that they start with; some tests change it. */
const inProcesses: Vite.Plugin = {
  name: "in-processes",
  configureVitest({ project }) {
    project.config.pool = "forks";
  },
};

/** As in vitest.config.ts; which of the files run is said by `scripts/mutants.ts`. */
export default defineConfig({
  plugins: [inProcesses],
  test: {
    environment: "node",
    include: ["tests/{domain,api}/**/*.test.ts"],
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
