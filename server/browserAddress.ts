import { isIP } from "node:net";

const EVERY_ADDRESS = new Set(["0.0.0.0", "::"]);

/** Whether a server with this HOST listens on all addresses of the machine. */
export function isEveryAddress(host: string): boolean {
  return EVERY_ADDRESS.has(host);
}

/** The address to open in a browser on this machine. */
export function browserAddress(host: string, port: number): string {
  return `http://${isEveryAddress(host) ? "localhost" : urlHost(host)}:${port}`;
}

/** A host as it stands in an address: IPv6 in brackets, names in lower case. */
export function urlHost(host: string): string {
  return isIP(host) === 6 ? `[${host.toLowerCase()}]` : host.toLowerCase();
}
