import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { isEveryAddress, urlHost } from "../browserAddress.ts";
import type { Config } from "../config.ts";
import { badRequest, misdirected } from "../problem.ts";

const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::\d{0,5})?$/i;
const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The name in the Host header, in lower case, without the port; X-Forwarded-Host is ignored. */
export function hostName({ headers }: Pick<FastifyRequest, "headers">): string {
  return HOST_AND_PORT.exec(headers.host ?? "")?.[1]?.toLowerCase() ?? "";
}

export function isLoopbackName(name: string): boolean {
  return LOOPBACK.test(name);
}

/** With the embedded identity service only our own names pass, against DNS rebinding. */
export const hosts = fp(async (app, { config }: { config: Config }) => {
  const isOurs = config.identity.kind === "emulator" ? ownNames(config) : () => true;
  app.addHook("onRequest", (request, _reply, done) => {
    const isLifeSign = !request.is404 && request.routeOptions.url === "/healthz";
    if (hasSeveralHosts(request)) done(badRequest());
    else if (!isLifeSign && !isOurs(hostName(request))) done(misdirected());
    else done();
  });
});

function ownNames({ host, publicUrl }: Config): (name: string) => boolean {
  const names = new Set([...LOOPBACK_NAMES, urlHost(host), new URL(publicUrl).hostname]);
  // Read each time, because a laptop changes its addresses.
  const isOwnAddress = isEveryAddress(host) ? isAddressOfMachine : () => false;
  return (name) => names.has(name) || isOwnAddress(name);
}

function isAddressOfMachine(name: string): boolean {
  if (isIP(name.replace(/^\[|\]$/g, "")) === 0) return false;
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.some(({ address }) => urlHost(address) === name);
}

/** Node uses the first; a proxy in front may have used another. */
function hasSeveralHosts({ raw }: FastifyRequest): boolean {
  const { rawHeaders } = raw;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}
