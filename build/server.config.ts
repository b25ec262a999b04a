import { cpSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

/**
 * Builds the server. Packages stay external (`npm ci --omit=dev` installs them). Only date-fns is
 * bundled: of its 250 modules domain and the server use a dozen, and importing all of them would
 * take 0.1 s and 20 MB in each process and thread. dist/server is flat, because the code finds its
 * migrations and its threads beside itself.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: ["date-fns"] },
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
        addSystemAdmin: "server/addSystemAdmin.ts",
        reconcile: "server/reconcile.ts",
        verifyAudit: "server/verifyAudit.ts",
        pgliteWorker: "server/db/pgliteWorker.ts",
        fileTasks: "server/formats/fileTasks.ts",
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
