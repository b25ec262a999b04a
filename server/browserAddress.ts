import { isIP } from "node:net";

const EVERY_ADDRESS = new Set(["0.0.0.0", "::"]);

export function isEveryAddress(host: string): boolean {
  return EVERY_ADDRESS.has(host);
}

export function browserAddress(host: string, port: number): string {
  return `http://${isEveryAddress(host) ? "localhost" : urlHost(host)}:${port}`;
}

/** The host as written in a URL: IPv6 in brackets, names in lower case. */
export function urlHost(host: string): string {
  return isIP(host) === 6 ? `[${host.toLowerCase()}]` : host.toLowerCase();
}
