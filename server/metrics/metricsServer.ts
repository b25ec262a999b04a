import { createServer, type Server, type ServerResponse } from "node:http";
import { collectDefaultMetrics, Registry, register } from "prom-client";
import { listenError } from "../start/startMessages.ts";
import type { Readings } from "./readings.ts";

/** Never more than this machine: whoever reads metrics sees what the business does. */
export const METRICS_HOST = "127.0.0.1";

let measuresProcess = false;

/**
 * Serves `GET /metrics` on a port of its own (docs/operations/metrics.md), so that no proxy in front of
 * the console can lead to it. Returns how to close it; throws StartError if it cannot listen.
 */
export async function serveMetrics(
  port: number,
  readings: Readings,
  log: { warn(details: object, message: string): void },
): Promise<() => Promise<void>> {
  // Memory, CPU and the delay of the event loop, once per process.
  if (!measuresProcess) collectDefaultMetrics({ prefix: "ki_" });
  measuresProcess = true;
  const server = createServer((request, response) => {
    if (request.url?.split("?")[0] !== "/metrics") return answer(response, 404, "Only /metrics.\n");
    if (request.method !== "GET") return answer(response, 405, "Only GET.\n");
    metricsText(readings).then(
      (text) => answer(response, 200, text, register.contentType),
      (err: unknown) => {
        log.warn({ err }, "could not read the metrics");
        answer(response, 500, "The metrics could not be read; the log says why.\n");
      },
    );
  });
  await listening(server, port);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

/** All series in the text format of Prometheus. */
export async function metricsText(readings: Readings): Promise<string> {
  return Registry.merge([register, await readings.read()]).metrics();
}

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  contentType = "text/plain; charset=utf-8",
): void {
  response.writeHead(status, { "content-type": contentType, "cache-control": "no-store" });
  response.end(text);
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, METRICS_HOST, port, "METRICS_PORT")));
    server.listen(port, METRICS_HOST, resolve);
  });
}
