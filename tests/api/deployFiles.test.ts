import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig, VARIABLES } from "../../server/config.ts";
import { configError } from "../support/configError.ts";

const DEPLOY = "deploy";
const SYSTEMD_ANALYZE = "/usr/bin/systemd-analyze";

const text = (file: string) => readFileSync(join(DEPLOY, file), "utf8");
const envFile = (file: string) =>
  Object.fromEntries(
    [...text(file).matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );

/** What is set in the files of deploy/ and is no variable of the server. */
const ofOthers = ["NODE_ENV", "POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"];

describe("the files in deploy/", () => {
  it("set no variable that the server does not know", () => {
    const files = readdirSync(DEPLOY, { recursive: true, encoding: "utf8" }).filter(
      (file) => /\.(env|example|service|yml)$/.test(file) && !file.startsWith("prometheus"),
    );
    const set = files.flatMap((file) =>
      [...text(file).matchAll(/(?:^|^ +|[ "])([A-Z][A-Z_]{3,})(?:=|: )/gm)].map(([, name]) => name),
    );
    const docker = [...readFileSync("Dockerfile", "utf8").matchAll(/ ([A-Z][A-Z_]{3,})=/g)];
    const all = new Set([...set, ...docker.map(([, name]) => name)]);
    expect(all.size).toBeGreaterThan(8);
    expect([...all].filter((name = "") => ![...VARIABLES, ...ofOthers].includes(name))).toEqual([]);
  });

  it.each(["systemd/server.env", "docker/server.env.example"])("%s is a configuration", (file) => {
    const given = { DATABASE_URL: "postgres://console@database/console", ...envFile(file) };
    const config = readConfig({ ...given, NODE_ENV: "production" });
    expect(config.publicUrl).toBe("https://console.example.com");
    expect(config.identity.kind).toBe("firebase");
    // A test of this test: a value that is none is refused.
    expect(configError({ ...given, PUBLIC_URL: "console.example.com" })).toMatch(/^PUBLIC_URL/);
  });

  it("start programs that the build makes", () => {
    const files = [
      "systemd/knowledge-insight@.service",
      "systemd/knowledge-insight-migrate.service",
    ];
    const started = [
      ...files.map(text),
      text("docker/compose.yml"),
      readFileSync("Dockerfile", "utf8"),
    ]
      .flatMap((content) => [...content.matchAll(/dist\/server\/(\w+)\.js/g)])
      .map(([, program]) => `${program}: "server/`);
    const build = readFileSync("build/server.config.ts", "utf8");
    expect(started.length).toBeGreaterThanOrEqual(4);
    expect(started.filter((program) => !build.includes(program))).toEqual([]);
  });

  it("ring by alerts each of which the page on metrics explains by its name", () => {
    const rules = readdirSync(join(DEPLOY, "prometheus")).map((file) =>
      text(join("prometheus", file)),
    );
    const alerts = rules.flatMap((rule) => [...rule.matchAll(/^ +- alert: (\w+)$/gm)]);
    const page = readFileSync("docs/operations/metrics.md", "utf8");
    const [, meanings = ""] = page.split("\n## What the alerts mean\n");
    const cells = [...meanings.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].map(([, cell]) => cell);
    const explained = [...cells.join().matchAll(/\w+/g)].map(([name]) => name);
    expect(explained.toSorted()).toEqual(alerts.map(([, name]) => name).toSorted());
  });

  it("have one configuration of Caddy, for a machine and for compose", () => {
    const body = (file: string) => text(file).slice(text(file).indexOf("\nconsole.example.com"));
    expect(body("docker/Caddyfile")).toBe(
      body("caddy/Caddyfile").replace(
        "127.0.0.1:3000 127.0.0.1:3001",
        "console-1:3000 console-2:3000",
      ),
    );
  });

  it.skipIf(!existsSync(SYSTEMD_ANALYZE))("have units that systemd takes", () => {
    const units = readdirSync(join(DEPLOY, "systemd")).filter((file) => file.endsWith(".service"));
    for (const unit of units) {
      const verified = spawnSync(SYSTEMD_ANALYZE, ["verify", join(DEPLOY, "systemd", unit)]);
      const said = String(verified.stderr).split("\n");
      // Where Node is elsewhere, only that is said.
      expect(said.filter((line) => line && !line.includes("/usr/bin/node"))).toEqual([]);
    }
  });
});
