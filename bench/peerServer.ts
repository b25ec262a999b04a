import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import react from "@vitejs/plugin-react";
import Fastify from "fastify";
import { build } from "vite";
import { declaredTables } from "../build/declaredTables.ts";
import { precompress } from "../build/precompress.ts";

const ROOT = join(import.meta.dirname, "peer");
const PAGES = ["/admin/contracts", "/dictionaries"];

/**
 * Builds react-admin's own lists (bench/peer) into `directory` and serves them, compressed like the
 * product. Requests to the API go to the product's server at `api`.
 */
export async function startPeer(api: string, directory: string) {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    plugins: [react(), declaredTables(), precompress()],
    build: { outDir: directory, emptyOutDir: false },
  });
  const page = await readFile(join(directory, "index.html"), "utf8");
  const app = Fastify();
  await app.register(fastifyStatic, {
    root: join(directory, "assets"),
    prefix: "/assets/",
    preCompressed: true,
  });
  for (const path of PAGES) {
    app.get(path, (_, reply) => reply.type("text/html; charset=utf-8").send(page));
  }
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body));
  app.setNotFoundHandler(async (request, reply) => {
    const { cookie = "", authorization = "", "content-type": type = "" } = request.headers;
    const answer = await fetch(api + request.url, {
      method: request.method,
      headers: {
        origin: api,
        ...(cookie ? { cookie } : {}),
        ...(authorization ? { authorization } : {}),
        ...(type ? { "content-type": type } : {}),
      },
      ...(request.body instanceof Buffer ? { body: new Uint8Array(request.body) } : {}),
    });
    return reply
      .code(answer.status)
      .type(answer.headers.get("content-type") ?? "application/json")
      .send(Buffer.from(await answer.arrayBuffer()));
  });
  return { address: await app.listen({ host: "127.0.0.1", port: 0 }), stop: () => app.close() };
}
