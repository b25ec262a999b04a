import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { addressSentences } from "../../domain/organizations/capacity.ts";
import { PAGE_KINDS, type PageKind, pageKind } from "../../domain/pages.ts";
import { webAppMissing } from "../../domain/problems/sentences.ts";
import { mayComeFrom } from "../addressLimit.ts";
import type { Config } from "../config.ts";
import { EMULATOR_API_KEY } from "../identity/emulator.ts";
import { notFound } from "../problem.ts";
import { sentPath } from "./requestRules.ts";
import { hasGoogleSignIn, pagePolicy } from "./securityHeaders.ts";

export interface DemoAccount {
  email: string;
  label: string;
}

interface BrowserConfigOptions {
  config: Config;
  demoAccounts: readonly DemoAccount[];
}

/** Configuration for the browser at run time, so that one build serves every environment. */
function browserConfig({ config: { identity, requireMfa }, demoAccounts }: BrowserConfigOptions) {
  const emulator = identity.kind === "emulator";
  return {
    apiKey: emulator ? EMULATOR_API_KEY : identity.apiKey,
    authDomain: emulator ? "localhost" : (identity.authDomain ?? ""),
    projectId: identity.projectId,
    emulator,
    googleSignIn: hasGoogleSignIn(identity),
    requireMfa,
    demoAccounts: emulator ? demoAccounts.map(({ email, label }) => ({ email, label })) : [],
  };
}

export async function browserConfigRoutes(
  app: FastifyInstance,
  options: BrowserConfigOptions,
): Promise<void> {
  const answer = browserConfig(options);
  app.get("/config.json", { config: { access: "public" } }, async (_, reply) => {
    reply.header("cache-control", "no-store");
    return answer;
  });
}

const NONCE = "__CSP_NONCE__";
/** Vite puts the hash of the content into these names. */
const HASHED = "assets/";
const COMPRESSED = /\.(br|gz)$/;

/** Serves the files, and a page for every address of the browser's router; else 404. */
export const webApp = fp(async (app, { config, webRoot }: { config: Config; webRoot: string }) => {
  const pages = readPages(webRoot);
  const files = pages === undefined ? new Set<string>() : filesBelow(webRoot);
  if (pages === undefined) app.log.warn({ webRoot }, "the web app is not built");
  else {
    await app.register(fastifyStatic, { root: webRoot, serve: false, preCompressed: true });
  }

  app.setNotFoundHandler((request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") throw notFound();
    const file = sentPath(request).slice(1);
    if (files.has(file)) return sendFile(reply, file);
    if (!wantsPage(request, file)) throw notFound();
    const kind = pageKind(`/${file}`);
    if (kind === "admin" && !mayComeFrom(request.ip, config.adminAllowedAddresses)) {
      return sendSentence(reply.code(403), addressSentences.notAllowed);
    }
    if (pages === undefined) return sendSentence(reply.code(503), webAppMissing);
    const nonce = randomBytes(16).toString("base64");
    return reply
      .header("content-security-policy", pagePolicy(config.identity, nonce))
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(pages[kind].replaceAll(NONCE, nonce));
  });
});

function sendSentence(reply: FastifyReply, sentence: string) {
  return reply.type("text/plain; charset=utf-8").send(sentence);
}

/** The pages by kind (build/pages.ts); undefined if the web app is not built. */
function readPages(webRoot: string): Record<PageKind, string> | undefined {
  const read = (kind: PageKind) => readFileSync(join(webRoot, `${kind}.html`), "utf8");
  if (!PAGE_KINDS.every((kind) => existsSync(join(webRoot, `${kind}.html`)))) return undefined;
  return {
    login: read("login"),
    action: read("action"),
    admin: read("admin"),
    staff: read("staff"),
  };
}

/** Without pages, which are only sent with a nonce. */
function filesBelow(webRoot: string): Set<string> {
  const paths = readdirSync(webRoot, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(webRoot, join(entry.parentPath, entry.name)).split(sep).join("/"));
  return new Set(paths.filter((path) => !path.endsWith(".html") && !COMPRESSED.test(path)));
}

function sendFile(reply: FastifyReply, file: string) {
  reply.header("vary", "accept-encoding");
  return file.startsWith(HASHED)
    ? reply.sendFile(file, { maxAge: "365d", immutable: true })
    : reply.sendFile(file, { maxAge: "1h" });
}

/** A missing script or picture must not return the page with status 200. */
function wantsPage({ headers }: FastifyRequest, file: string): boolean {
  return !file.startsWith(HASHED) && (headers.accept ?? "").toLowerCase().includes("text/html");
}
