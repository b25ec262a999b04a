import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { hasPrometheus, PROMETHEUS } from "../../scripts/findPrometheus.ts";
import { startServer } from "../process/runningServer.ts";
import { aStartedDirectory } from "../process/startedDirectory.ts";
import { freePort } from "../support/freePort.ts";
import type { Running } from "../support/running.ts";
import { ownPrometheus } from "./ownPrometheus.ts";

const RULES = "deploy/prometheus";

const vectorAnswer = z.object({
  data: z.object({ result: z.array(z.object({ metric: z.record(z.string(), z.string()) })) }),
});
const rulesAnswer = z.object({
  data: z.object({
    groups: z.array(
      z.object({ rules: z.array(z.object({ name: z.string(), health: z.string() })) }),
    ),
  }),
});

describe("a server with METRICS_PORT", () => {
  let directory: string;
  let server: Running;
  let port: number;

  beforeAll(async () => {
    directory = await aStartedDirectory();
    port = await freePort();
    server = startServer({ DATA_DIR: directory, METRICS_PORT: String(port) });
    await server.address();
  });
  afterAll(async () => {
    await server.remove();
    rmSync(directory, { recursive: true });
  });

  const metrics = (init?: RequestInit) => fetch(`http://127.0.0.1:${port}/metrics`, init);

  it("answers metrics there and nowhere else", async () => {
    const answer = await metrics();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    expect(text).toContain("ki_build_info{");
    expect(text).toContain("ki_nodejs_eventloop_lag_p99_seconds ");
    expect((await metrics({ method: "POST" })).status).toBe(405);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
    const ofConsole = await fetch(`${await server.address()}/metrics`);
    expect(await ofConsole.text()).not.toContain("ki_build_info");
  });

  it("does not start while another process has that port", async () => {
    const { code, stderr } = await startServer({
      DATA_DIR: join(directory, "other"),
      METRICS_PORT: String(port),
    }).ended;
    expect(code).toBe(1);
    expect(stderr.trim()).toBe(`METRICS_PORT: ${port} is already in use on 127.0.0.1.`);
  });

  describe.skipIf(!hasPrometheus)("with Prometheus", () => {
    const promtool = (parameters: string[], input = "") => {
      const { status, stdout, stderr } = spawnSync(PROMETHEUS.promtool, parameters, { input });
      return { status, said: `${stdout}${stderr}` };
    };

    it("writes what its linter takes", async () => {
      const { status, said } = promtool(["check", "metrics"], await (await metrics()).text());
      // Names of the library that measures the process.
      const ours = said.split("\n").filter((line) => line && !/^ki_(nodejs|process)_/.test(line));
      expect(ours).toEqual([]);
      expect([0, 3]).toContain(status);
    });

    it("alerts by the rules as their tests say", () => {
      const { status, said } = promtool(["test", "rules", `${RULES}/alerts.test.yml`]);
      expect(said).toContain("SUCCESS");
      expect(status).toBe(0);
    });

    it("is scraped as configured, and each rule can be evaluated", async () => {
      const prometheus = await ownPrometheus([["127.0.0.1:9464", `127.0.0.1:${port}`]]);
      const { ask } = prometheus;
      try {
        await vi.waitFor(
          async () => {
            const { data } = vectorAnswer.parse(await ask("query?query=ki_build_info"));
            expect(data.result.map(({ metric }) => metric.version)).toHaveLength(1);
            const { groups } = rulesAnswer.parse(await ask("rules")).data;
            const health = groups.flatMap(({ rules }) => rules.map((rule) => rule.health));
            expect(new Set(health)).toEqual(new Set(["ok"]));
          },
          { timeout: 60_000, interval: 500 },
        );
      } finally {
        await prometheus.stop();
      }
    });
  });
});
