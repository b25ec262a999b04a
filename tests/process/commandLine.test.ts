import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../server/db/client.ts";
import { migrate } from "../../server/db/migrate.ts";
import { claimProject } from "../../server/db/startChecks.ts";
import { packageVersion } from "../../server/release.ts";
import { describePostgres } from "../support/database.ts";
import { databaseContent } from "../support/databaseContent.ts";
import { perTest } from "../support/perSuite.ts";
import { Running, type Variables } from "../support/running.ts";
import { ownPostgres } from "./ownPostgres.ts";
import { startServer } from "./runningServer.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "command-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

async function run(program: string, parameters: string[], variables: Variables = {}) {
  const running = new Running(
    process.execPath,
    ["--liftoff-only", `dist/server/${program}.js`, ...parameters],
    {
      DATA_DIR: join(directory, "data"),
      PORT: "0",
      ...variables,
    },
  );
  const { code, stdout, stderr } = await running.ended;
  return { code, stdout, stderr };
}

describe("main.js", () => {
  it("prints its version, and starts nothing", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(await run("main", ["--version"])).toEqual({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^${version} \\(schema \\d{3}_\\w+\\)\n$`)),
      stderr: "",
    });
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each([[["--help"]], [["--verison"]], [["--version", "now"]], [["start"]]])(
    "refuses %j in one line, and starts nothing",
    async (parameters) => {
      expect(await run("main", parameters)).toEqual({
        code: 1,
        stdout: "",
        stderr: "Usage: main.js [--version]; all settings are variables of the environment.\n",
      });
      expect(readdirSync(directory)).toEqual([]);
    },
  );
});

describe("removeSecondFactors.js", () => {
  it.each([[[]], [["a@example.com", "b@example.com"]]])("refuses %j in one line", async (given) => {
    expect(await run("removeSecondFactors", given)).toEqual({
      code: 1,
      stdout: "",
      stderr: "Usage: removeSecondFactors.js EMAIL\n",
    });
  });

  it("says that embedded parts have no second factors, and writes nothing", async () => {
    expect(await run("removeSecondFactors", ["a@example.com"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "DATABASE_URL, FIREBASE_PROJECT_ID: required; embedded mode has no second factors.\n",
    });
    expect(readdirSync(directory)).toEqual([]);
  });
});

describePostgres("with a service account that cannot be used", () => {
  const postgres = perTest(() => ownPostgres());
  let variables: Variables;

  beforeEach(async () => {
    const file = join(directory, "credentials.json");
    // A public key in the place of the private one, which Google's library notices by itself.
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const account = {
      type: "service_account",
      project_id: "my-project",
      private_key: publicKey.export({ type: "spki", format: "pem" }),
      client_email: "server@my-project.iam.gserviceaccount.com",
    };
    writeFileSync(file, JSON.stringify(account));
    variables = {
      DATABASE_URL: postgres.url,
      FIREBASE_PROJECT_ID: "my-project",
      FIREBASE_API_KEY: "AIza-secret",
      GOOGLE_APPLICATION_CREDENTIALS: file,
    };
  });

  const content = async () => {
    const { db, close } = await openDatabase({ kind: "postgres", url: postgres.url });
    return databaseContent(db).finally(close);
  };
  const addSystemAdmin = () => run("addSystemAdmin", ["first@example.com", "山田 太郎"], variables);

  it("addSystemAdmin.js says so in one line, and writes nothing", async () => {
    const { code, stdout, stderr } = await addSystemAdmin();
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^Nothing was changed: GOOGLE_APPLICATION_CREDENTIALS: .+\n$/);
    expect(await content()).toEqual({});
  });

  it("addSystemAdmin.js refuses a database of another project first", async () => {
    const { db, close } = await openDatabase({ kind: "postgres", url: postgres.url });
    await migrate(db);
    await claimProject(db, "another-project").finally(close);
    const before = await content();
    const { code, stderr } = await addSystemAdmin();
    expect([code, stderr.trimEnd().split("\n").length]).toEqual([1, 1]);
    expect(stderr).toContain('belongs to the identity project "another-project"');
    expect(await content()).toEqual(before);
  });

  it("the server says in its log why Google refuses it, and keeps its secrets", async () => {
    const server = startServer({
      ...variables,
      DATA_DIR: join(directory, "data"),
      LOG_LEVEL: "warn",
    });
    try {
      const address = await server.address();
      const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ status: "degraded", identity: "refused" });
      await vi.waitUntil(() => server.stdout.includes("GOOGLE_APPLICATION_CREDENTIALS"));
      for (const secret of ["AIza-secret", "PUBLIC KEY"])
        expect(server.stdout).not.toContain(secret);
      // What collects the log can read every line, the first one as well.
      const [started] = server.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(started).toMatchObject({ level: 30, address, version: packageVersion() });
    } finally {
      await server.remove();
    }
  });
});
