import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defaultClientConditions } from "vite";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { endpointAccess } from "./vite.endpointAccess.ts";

/** What they test is one for a whole page, within Firebase too: a file must not find another's. */
const alone = ["areas", "live", "login", "providers", "workspaces"].map(
  (directory) => `tests/ui/${directory}/**/*.test.{ts,tsx}`,
);

const browserProject = (
  name: string,
  test: TestProjectInlineConfiguration["test"],
): TestProjectInlineConfiguration => ({
  plugins: [react(), endpointAccess()],
  // As Node itself resolves: react-admin would otherwise get another copy of react-router than the
  // screens, and a context of one copy is not known to the other.
  resolve: {
    conditions: ["module-sync", ...defaultClientConditions],
    // What the screens use of it; all of react-admin takes 1.5 s more to load, in every file.
    alias: { "react-admin": "ra-core" },
  },
  test: {
    name,
    include: ["tests/ui/**/*.test.{ts,tsx}"],
    environment: "jsdom",
    setupFiles: ["tests/support/uiSetup.ts"],
    testTimeout: 15_000,
    css: { modules: { classNameStrategy: "non-scoped" } },
    ...test,
  },
});

export default defineConfig({
  test: {
    // Tests wait for servers and databases much of the time: one worker leaves a core of two idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: "domain", include: ["tests/domain/**/*.test.ts"], environment: "node" } },
      {
        test: {
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          environment: "node",
          // A PGlite that lives for one file ends before optimized code pays for its compilation.
          execArgv: ["--liftoff-only"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "process",
          include: ["tests/process/**/*.test.ts"],
          environment: "node",
          globalSetup: ["tests/support/freshBuild.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      browserProject("ui", {
        exclude: alone,
        // Our modules are loaded anew for each file all the same; React and MUI are not.
        isolate: false,
      }),
      browserProject("uiAlone", { include: alone }),
    ],
  },
});
