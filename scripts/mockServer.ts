import type { RequestListener } from "node:http";
import type { ViteDevServer } from "vite";
import type { MemoryDirectory } from "../server/identity/memory/directory.ts";

const DELAY_MS = 500;
const API = /^\/(admin\/)?api\//;
export const MAIL_ACTION = "/emulator/action";

interface Answering {
  app: RequestListener;
  vite: ViteDevServer;
  directory: MemoryDirectory;
}

export function mockListener({ app, vite, directory }: Answering): RequestListener {
  const paths = Object.keys(vite.config.server.proxy ?? {});
  return (request, response) => {
    const { url = "", headers } = request;
    if (url.startsWith(`${MAIL_ACTION}?`)) {
      const text = choosePassword(directory, new URLSearchParams(url.split("?")[1]));
      response.setHeader("content-type", "text/plain; charset=utf-8").end(text);
    } else if (!paths.some((path) => url.startsWith(path))) {
      vite.middlewares(request, response);
    } else if (API.test(url) && !headers.accept?.includes("text/event-stream")) {
      setTimeout(() => app(request, response), DELAY_MS);
    } else {
      app(request, response);
    }
  };
}

function choosePassword(directory: MemoryDirectory, parameters: URLSearchParams): string {
  const code = parameters.get("oobCode") ?? "";
  const password = parameters.get("newPassword") ?? "";
  try {
    return `The password of ${directory.resetPassword(code, password).email} is changed.`;
  } catch (error) {
    return String(error);
  }
}
