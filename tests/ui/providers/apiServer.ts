import { cleanup } from "@testing-library/react";
import { delay, HttpResponse, http, type RequestHandler } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { Downloader } from "../../../src/providers/http/httpClient.ts";
import type { OpenStream } from "../../../src/providers/live/stream.ts";

/**
 * An API for one test file; a request that no handler expects fails the test. Nothing happens in it.
 * `always` answers between tests as well, such as to a page that lets go of a lock as it closes.
 */
export function apiServer(...always: RequestHandler[]) {
  const server = setupServer(
    http.get("/api/v1/events", () => delay("infinite")),
    http.get("/admin/api/v1/events", () => delay("infinite")),
    http.get("/healthz", () => HttpResponse.json({ status: "ok" })),
    ...always,
  );
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  afterEach(() => {
    // A mounted page would send requests that no longer have an answer.
    cleanup();
    server.resetHandlers();
  });
  afterAll(() => server.close());
  return server;
}

/** Shows the page at `path` of this origin, as a full load would. */
export function pageAt(path: string): void {
  window.history.replaceState(null, "", path);
}

/** A stream that never opens. */
export const noStream: OpenStream = () => new Promise(() => {});

/** For a data provider that is to download nothing. */
export const noDownload: Downloader = () => new Promise(() => {});
