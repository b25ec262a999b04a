import { cpSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

/**
 * The server for production and `npm start`. Packages stay outside, so that `npm ci --omit=dev` brings
 * them; date-fns, which only domain uses, is bundled. All files lie flat in dist/server: the code finds
 * its migrations and its worker beside itself.
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
        pgliteWorker: "server/db/pgliteWorker.ts",
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
