import { createServer } from "vite";
import { mockMode } from "../mocks/mockMode.ts";
import { browserAddress } from "../server/browserAddress.ts";
import { ConfigError, readConfig } from "../server/config.ts";

/** Vite with hot reloading and Mock Service Worker in the place of the API (design 8, mock mode). */
try {
  await devMock();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

async function devMock() {
  const { host, port } = readConfig(process.env);
  const web = await createServer({
    server: { host, port, strictPort: true },
    plugins: [mockMode()],
    // Apart from that of `npm run dev`, which needs other packages and may run beside.
    cacheDir: "node_modules/.vite-mock",
    optimizeDeps: { entries: ["mocks/main.ts"] },
  });
  await web.listen();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => void web.close().then(() => process.exit(0)));
  }
  const listening = web.httpServer?.address();
  const actual = typeof listening === "object" ? listening?.port : undefined;
  process.stdout.write(`\nKnowledge Insight: ${browserAddress(host, actual ?? port)}\n`);
  process.stdout.write("Mock mode: no server and no database; the data is the tab's own.\n\n");
}
