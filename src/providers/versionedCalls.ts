import type { QueryFunctionContext } from "react-admin";
import type { HttpClient } from "./httpClient.ts";

/** Something that is read and written as a whole, and the version it was read in. */
export interface Versioned<Content> {
  content: Content;
  version: number;
}

export interface VersionedCalls {
  /** GET /{path} with the version of its ETag. */
  readVersioned<Content>(path: string, context?: QueryFunctionContext): Promise<Versioned<Content>>;
  /** PUT /{path}, starting from a version: 412 when somebody was faster. */
  replace(path: string, body: unknown, version: number): Promise<void>;
}

export function createVersionedCalls(client: HttpClient): VersionedCalls {
  return {
    readVersioned: async (path, context) => {
      const signal = context?.signal;
      const { json, headers } = await client(`/${path}`, signal ? { signal } : {});
      return { content: json, version: versionIn(headers.get("etag") ?? "") };
    },
    replace: async (path, body, version) => {
      const sent = JSON.stringify(body);
      await client(`/${path}`, { method: "PUT", body: sent, ifMatch: version });
    },
  };
}

/** A proxy that compresses an answer weakens its tag: W/"3". */
function versionIn(etag: string): number {
  return Number(/"(\d+)"/.exec(etag)?.[1]);
}
