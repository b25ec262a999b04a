import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin, ViteDevServer } from "vite";

const WORKER = "/mockServiceWorker.js";
const API = /^(\/admin)?\/api\/|^\/config\.json/;

/**
 * Makes of Vite's dev server one that needs no API: the page enters by mocks/main.ts, and the worker
 * that answers for the API is served from msw itself. A build knows nothing of it.
 */
export function mockMode(): Plugin {
  return {
    name: "mock-mode",
    apply: "serve",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace("/src/main.tsx", "/mocks/main.ts"),
    },
    configureServer: serveWorker,
  };
}

function serveWorker({ middlewares }: ViteDevServer): void {
  middlewares.use((request, response, next) => {
    const url = request.url ?? "";
    if (url === WORKER) {
      worker().then((script) => {
        response.setHeader("Content-Type", "text/javascript").end(script);
      }, next);
      return;
    }
    // What a page sends while it is left, its worker no longer answers; there is no API to proxy it to.
    if (API.test(url)) response.writeHead(503).end();
    else next();
  });
}

async function worker(): Promise<string> {
  const parts = ["./workerGuard.js", "msw/mockServiceWorker.js"];
  const texts = parts.map((part) => readFile(fileURLToPath(import.meta.resolve(part)), "utf8"));
  return (await Promise.all(texts)).join("\n");
}
