import type { KnipConfig } from "knip";

export default {
  entry: [
    "scripts/*.{ts,mjs}",
    "bench/*.{ts,tsx,mjs}",
    "server/{main,addSystemAdmin}.ts",
    // Threads and processes of their own, started by path.
    "server/db/pgliteWorker{.ts,FromSource.mjs}",
    "tests/process/{lockHolder.ts,threadEnder.mjs}",
    "tests/support/killedCreate.ts",
    "tests/e2e/*.setup.ts",
  ],
  // The emulator is a package of its own.
  project: ["**/*.{ts,tsx,mjs}", "!tools/**"],
  vite: { config: ["vite.config.ts", "vite.server.config.ts"] },
  // Its files are served, not imported.
  ignoreDependencies: ["@fastify/swagger-ui"],
  // The system's, each looked for before it is used.
  ignoreBinaries: ["apt-get", "flock", "mount", "pgrep", "umount"],
} satisfies KnipConfig;
