import { cpSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

/**
 * Builds the server. Packages stay external (`npm ci --omit=dev` installs them). Only those of
 * hundreds of small modules are bundled: of date-fns domain and the server use a dozen of 250, and
 * to import one by one what they use of Kysely and zod takes a fifth of a start. These are
 * development dependencies, because dist contains them. dist/server is
 * flat, because the code finds its migrations and its threads beside itself.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: ["date-fns", "kysely", "zod"] },
  build: {
    ssr: true,
    target: "node20",
    outDir: "dist/server",
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        main: "server/main.ts",
        migrate: "server/commands/migrate.ts",
        doctor: "server/commands/doctor.ts",
        addSystemAdmin: "server/commands/addSystemAdmin.ts",
        allowAddresses: "server/commands/allowAddresses.ts",
        reconcile: "server/commands/reconcile.ts",
        backup: "server/commands/backup.ts",
        restore: "server/commands/restore.ts",
        restored: "server/commands/restored.ts",
        removeSecondFactors: "server/commands/removeSecondFactors.ts",
        verifyAudit: "server/commands/verifyAudit.ts",
        verifyStatements: "server/commands/verifyStatements.ts",
        pgliteWorker: "server/db/pgliteWorker.ts",
        fileTasks: "server/formats/fileTasks.ts",
        // No program: tests read refused settings by it (tests/support/configError.ts).
        config: "server/config.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
  plugins: [migrations()],
});

function migrations(): Plugin {
  let outDir = "";
  return {
    name: "migrations",
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    closeBundle: () =>
      cpSync("server/db/migrations", join(outDir, "migrations"), { recursive: true }),
  };
}
