import type { Plugin } from "vite";
import type { Access } from "../domain/access.ts";
import { adminEndpoints, staffEndpoints } from "../domain/api/areas.ts";
import { auditWords } from "../domain/api/auditWords.ts";
import type { Endpoints } from "../domain/api/endpoint.ts";

/** The declarations would import zod, so the screens get small tables made at build time. */
const tables: Readonly<Record<string, () => string>> = {
  "virtual:endpoint-access": () => {
    const areas = { staff: accessOf(staffEndpoints), admin: accessOf(adminEndpoints) };
    return `export const endpointAccess = ${JSON.stringify(areas)};`;
  },
  "virtual:audit-words": () => `export const auditWords = ${JSON.stringify(auditWords())};`,
};

export function declaredTables(): Plugin {
  return {
    name: "declared-tables",
    resolveId: (id) => (Object.hasOwn(tables, id) ? `\0${id}` : undefined),
    load: (id) => (id.startsWith("\0") ? tables[id.slice(1)]?.() : undefined),
  };
}

/**
 * What the actions of react-admin call: `GET /contracts`, `PATCH /contracts/{id}`, and the list of a
 * month's contracts, which is not the one of closings.
 */
const OF_RESOURCES =
  /^(?:(?:GET|POST) \/[\w-]+|(?:GET|PATCH|DELETE) \/[\w-]+\/\{id\}|GET \/closings\/contracts)$/;

function accessOf(endpoints: Endpoints): Record<string, Access> {
  const ofResources = Object.entries(endpoints).filter(([key]) => OF_RESOURCES.test(key));
  return Object.fromEntries(ofResources.map(([key, { access }]) => [key, access]));
}
