import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROMETHEUS } from "../../scripts/findPrometheus.ts";
import { freePort } from "../support/freePort.ts";
import { Running } from "../support/running.ts";
import { replaced } from "./ownProxy.ts";

const FILES = "deploy/prometheus";

type Pairs = readonly [from: string, to: string][];

export interface OwnPrometheus {
  /** `path` is below /api/v1. */
  ask(path: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** Prometheus as deploy/ configures it, but with these ports, and a reading each second. */
export async function ownPrometheus(targets: Pairs, rules: Pairs = []): Promise<OwnPrometheus> {
  const directory = mkdtempSync(join(tmpdir(), "prometheus-"));
  const copy = (name: string, pairs: Pairs) =>
    writeFileSync(join(directory, name), replaced(readFileSync(`${FILES}/${name}`, "utf8"), pairs));
  copy("alerts.yml", rules);
  copy("prometheus.yml", [["15s", "1s"], ...targets]);
  const port = await freePort();
  const running = new Running(
    PROMETHEUS.program,
    [
      `--config.file=${join(directory, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(directory, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    {},
  );
  return {
    ask: async (path) => (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json(),
    stop: async () => {
      await running.remove();
      rmSync(directory, { recursive: true });
    },
  };
}
