import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunks } from "./build/chunks.ts";
import { declaredTables } from "./build/declaredTables.ts";
import { firebaseStatics } from "./build/firebaseStatics.ts";
import { pages } from "./build/pages.ts";
import { precompress } from "./build/precompress.ts";

const api = process.env.API_ORIGIN ?? "http://127.0.0.1:3000";
const serverPaths = [
  "/api",
  "/admin/api",
  "/scim",
  "/config.json",
  "/identitytoolkit.googleapis.com",
  "/securetoken.googleapis.com",
  "/emulator/auth",
];

// The server replaces it with a fresh nonce in every answer; emotion and Vite's preloads read it.
const cspNonce = "__CSP_NONCE__";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

/** Vite's names end with a line of the sheet as well, which costs the first list 300 bytes. */
function scopedName(name: string, file: string): string {
  const sheet = relative(import.meta.dirname, file);
  return `${name}_${createHash("sha256").update(sheet).digest("base64url").slice(0, 4)}`;
}

export default defineConfig({
  css: { modules: { generateScopedName: scopedName } },
  // The CSV files of lists come from the server, so react-admin's own exporter never runs.
  resolve: {
    alias: { "jsonexport/dist/index.js": join(import.meta.dirname, "build/noExport.ts") },
  },
  define: { "import.meta.env.VITE_VERSION": JSON.stringify(version) },
  plugins: [react(), firebaseStatics(), declaredTables(), pages(cspNonce), precompress()],
  html: { cspNonce },
  server: {
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: api }])),
  },
  build: {
    outDir: "dist/web",
    // light-dark() and relative colours, which tokens and theme need.
    cssTarget: ["chrome123", "edge123", "firefox128", "safari17.5"],
    // All browsers that take this CSS know modulepreload.
    modulePreload: { polyfill: false },
    // A data: icon or font would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        index: "index.html",
        login: "src/login/LoginPage.tsx",
        action: "src/login/action/ActionPage.tsx",
        admin: "src/AdminArea.tsx",
        staff: "src/StaffArea.tsx",
      },
      output: {
        codeSplitting: chunks,
      },
    },
  },
});
