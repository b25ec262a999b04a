import { cpSync } from "node:fs";
import { defineConfig } from "vite";

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
      input: { main: "server/main.ts", pgliteWorker: "server/db/pgliteWorker.ts" },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
  plugins: [
    {
      name: "migrations",
      closeBundle: () =>
        cpSync("server/db/migrations", "dist/server/migrations", { recursive: true }),
    },
  ],
});
