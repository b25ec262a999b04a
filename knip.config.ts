import type { KnipConfig } from "knip";

export default {
  entry: [
    "scripts/*.{ts,mjs}",
    "bench/*.{ts,tsx,mjs}",
    "examples/*.mjs",
    "bench/peer/main.tsx",
    "server/{main,commands/*}.ts",
    // In place of a package.
    "build/noExport.ts",
    // Threads and processes, started by path.
    "server/db/pgliteWorker{.ts,FromSource.mjs}",
    "server/formats/fileTasks{.ts,FromSource.mjs}",
    "server/analyser/analyserTasks{.ts,FromSource.mjs}",
    "tests/process/lockHolder.ts",
    "tests/operations/*.mjs",
    "tests/support/{killedCreate,killedImport}.ts",
    "tests/e2e/*.setup.ts",
  ],
  // The emulator is a package of its own.
  project: ["**/*.{ts,tsx,mjs}", "!tools/**"],
  // Their imports are those of the places that tests/process copies them to.
  ignore: ["tests/support/newResource/**", "tests/support/newField/**"],
  vite: { config: ["vite.config.ts", "build/server.config.ts"] },
  // Its files are served, not imported.
  ignoreDependencies: ["@fastify/swagger-ui"],
  // Commands of the system, each checked before use.
  ignoreBinaries: [
    "apt-get",
    "flock",
    "mount",
    "openssl",
    "pg_dump",
    "pg_restore",
    "psql",
    "umount",
  ],
} satisfies KnipConfig;
