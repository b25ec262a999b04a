import { existsSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const servers = "tests/support/globalSetup.ts";

const sharedContexts = [
  "ra-core",
  "react-router",
  "react-router/dom",
  "react-router-dom",
  "react-hook-form",
  "@tanstack/react-query",
];

export default defineConfig({
  test: {
    projects: [
      { test: { name: "domain", include: ["tests/domain/**/*.test.ts"], environment: "node" } },
      {
        test: {
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          environment: "node",
          testTimeout: 60_000,
          hookTimeout: 120_000,
          globalSetup: existsSync(servers) ? [servers] : [],
        },
      },
      {
        test: {
          name: "process",
          include: ["tests/process/**/*.test.ts"],
          environment: "node",
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "ui",
          include: ["tests/ui/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles: ["tests/support/uiSetup.ts"],
          testTimeout: 15_000,
          // Node would give ra-core another copy of these than Vite gives the screens, and a context
          // of one copy is not known to the other.
          deps: { optimizer: { client: { enabled: true, include: sharedContexts } } },
          css: { modules: { classNameStrategy: "non-scoped" } },
        },
      },
    ],
  },
});
