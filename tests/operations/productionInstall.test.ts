import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installForProduction, PRODUCTION_INSTALL_MB } from "../../bench/install.ts";
import { Running } from "../support/running.ts";

describe("a production install", () => {
  const directory = mkdtempSync(join(tmpdir(), "ki-production-"));
  const programs = join(directory, "dist", "server");
  let megabytes: number;

  beforeAll(async () => {
    megabytes = await installForProduction(directory);
    await cp("dist", join(directory, "dist"), { recursive: true });
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it(`takes at most ${PRODUCTION_INSTALL_MB} MB`, () => {
    expect(megabytes).toBeLessThan(PRODUCTION_INSTALL_MB);
  });

  it("has every package that the built programs import", () => {
    const code = readdirSync(programs)
      .filter((name) => name.endsWith(".js"))
      .map((name) => readFileSync(join(programs, name), "utf8"))
      .join("\n");
    const imported = [...code.matchAll(/^import (?:.* from )?"((?:@[^/"]+\/)?[^./"][^/"]*)/gm)]
      .map(([, name = ""]) => name)
      .filter((name) => !name.startsWith("node:"));
    expect(imported).toContain("fastify");
    const isInstalled = (name: string) => existsSync(join(directory, "node_modules", name));
    expect(imported.filter((name) => !isInstalled(name))).toEqual([]);
  });

  it("starts, and serves the console and the API reference", async () => {
    const server = new Running(process.execPath, [join(programs, "main.js")], {
      PORT: "0",
      DATA_DIR: join(directory, "data"),
      FIREBASE_PROJECT_ID: "my-project",
      FIREBASE_API_KEY: "AIza",
    });
    const address = await server.address();
    const paths = ["/", "/api/docs", "/api/docs/swagger-ui-bundle.js", "/api/openapi.json"];
    const headers = { accept: "text/html" };
    const answers = await Promise.all(paths.map((path) => fetch(`${address}${path}`, { headers })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await server.remove();
  });
});
