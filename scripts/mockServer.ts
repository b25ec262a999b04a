import type { RequestListener } from "node:http";
import type { ViteDevServer } from "vite";

const DELAY_MS = 500;
const API = /^\/(admin\/)?api\//;

interface Answering {
  app: RequestListener;
  vite: ViteDevServer;
}

export function mockListener({ app, vite }: Answering): RequestListener {
  const paths = Object.keys(vite.config.server.proxy ?? {});
  return (request, response) => {
    const { url = "", headers } = request;
    if (!paths.some((path) => url.startsWith(path))) {
      vite.middlewares(request, response);
    } else if (API.test(url) && !headers.accept?.includes("text/event-stream")) {
      setTimeout(() => app(request, response), DELAY_MS);
    } else {
      app(request, response);
    }
  };
}
