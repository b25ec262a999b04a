import type { Plugin } from "vite";
import type { Access } from "../domain/access.ts";
import { adminEndpoints, staffEndpoints } from "../domain/api/areas.ts";
import type { Endpoints } from "../domain/api/endpoint.ts";

const NAME = "virtual:endpoint-access";

/** The declarations would import zod, so the screens get a small table made at build time. */
export function endpointAccess(): Plugin {
  return {
    name: "endpoint-access",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => {
      if (id !== `\0${NAME}`) return undefined;
      const areas = { staff: accessOf(staffEndpoints), admin: accessOf(adminEndpoints) };
      return `export const endpointAccess = ${JSON.stringify(areas)};`;
    },
  };
}

function accessOf(endpoints: Endpoints): Record<string, Access> {
  return Object.fromEntries(Object.entries(endpoints).map(([key, { access }]) => [key, access]));
}
