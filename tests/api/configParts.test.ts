import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../server/config.ts";
import { configError } from "../support/configError.ts";
import { suiteDirectory } from "../support/perSuite.ts";

const real = { FIREBASE_PROJECT_ID: "my-project", FIREBASE_API_KEY: "AIza-key_1" };

const directory = suiteDirectory("config-");

describe("PostgreSQL", () => {
  it.each([
    "mysql://root@localhost/db",
    "postgres://",
    "localhost:5432/db",
    "postgres://app:hunter2@host:99999/db",
    "postgres://app:hunter2%@host/db",
    "postgres://app:hunter2/x@host/db",
    "postgres://app:hunter2?x@host/db",
    "postgres://app:hunter2#x@host/db",
  ])("refuses %s as any URL of PostgreSQL without repeating it", (url) => {
    for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL", "READ_DATABASE_URL"]) {
      expect(configError({ [name]: url })).toBe(
        `${name}: expected postgres://user:password@host:5432/database (in user and password, / ? # @ : and % are written %2F %3F %23 %40 %3A and %25), got another value.`,
      );
    }
  });

  it.each(["DATABASE_DIRECT_URL", "READ_DATABASE_URL"])(
    "refuses %s beside the embedded database without repeating it",
    (name) => {
      expect(configError({ [name]: "postgres://app:hunter2@host/db" })).toBe(
        `${name}: belongs to a PostgreSQL server, but DATABASE_URL is empty.`,
      );
    },
  );

  it("takes a DATABASE_URL that leads to a socket", () => {
    const url = "postgres:///console?host=/var/run/postgresql";
    const poolSize = 12;
    expect(readConfig({ DATABASE_URL: url }).database).toEqual({ kind: "postgres", url, poolSize });
  });
});

describe("the embedded emulator", () => {
  it("serves any demo project, on a port of one's choice", () => {
    expect(
      readConfig({ FIREBASE_PROJECT_ID: "demo-x", AUTH_EMULATOR_PORT: "9099" }).identity,
    ).toEqual({ kind: "emulator", projectId: "demo-x", port: 9099 });
  });

  it("is refused beside a project that is not a demo", () => {
    expect(configError({ ...real, AUTH_EMULATOR_PORT: "9099" })).toBe(
      'AUTH_EMULATOR_PORT: the Auth Emulator serves projects named demo-… only, but FIREBASE_PROJECT_ID is "my-project".',
    );
    expect(configError({ ...real, DEMO_SSO: "true" })).toBe(
      'DEMO_SSO: belongs to the Auth Emulator, but FIREBASE_PROJECT_ID is "my-project".',
    );
    expect(configError({ ...real, FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099" })).toContain(
      "FIREBASE_AUTH_EMULATOR_HOST: expected nothing",
    );
  });

  it("is refused in production, also when it is only the default", () => {
    const line =
      "FIREBASE_PROJECT_ID: NODE_ENV=production needs a real Firebase project; the Auth Emulator accepts anyone.";
    expect(configError({ NODE_ENV: "production" })).toBe(line);
    expect(configError({ NODE_ENV: "production", FIREBASE_PROJECT_ID: "demo-x" })).toBe(line);
  });

  it("is refused on the server's own port, as are metrics", () => {
    expect(configError({ AUTH_EMULATOR_PORT: "3000" })).toBe(
      "AUTH_EMULATOR_PORT: 3000 is the server's own PORT.",
    );
    expect(configError({ METRICS_PORT: "3000" })).toBe(
      "METRICS_PORT: 3000 is the server's own PORT.",
    );
  });

  it("does not hide that a real project was meant", () => {
    expect(configError({ FIREBASE_API_KEY: "AIza" })).toBe(
      'FIREBASE_API_KEY: belongs to a real Firebase project, but FIREBASE_PROJECT_ID is "demo-knowledge-insight".',
    );
  });
});

describe("a real project", () => {
  it("needs its API key, which no message repeats", () => {
    expect(configError({ FIREBASE_PROJECT_ID: "my-project" })).toBe(
      'FIREBASE_API_KEY: expected the web API key of the project "my-project", got nothing.',
    );
    const bad = configError({ ...real, FIREBASE_API_KEY: "se cret" });
    expect(bad).toContain("FIREBASE_API_KEY: expected a web API key");
    expect(bad).not.toContain("cret");
  });

  it.each([
    ["missing", undefined],
    ["no JSON", "certainly not"],
    ["other JSON", '{"key": 1}'],
  ])("is refused with a credentials file that is %s", (name, content) => {
    const file = join(directory, `${name}.json`);
    if (content !== undefined) writeFileSync(file, content);
    expect(configError({ ...real, GOOGLE_APPLICATION_CREDENTIALS: file })).toContain(
      "GOOGLE_APPLICATION_CREDENTIALS: expected a readable JSON file with Google credentials",
    );
  });

  it("does not read credentials that the emulator has no use for", () => {
    expect(readConfig({ GOOGLE_APPLICATION_CREDENTIALS: "/nowhere" }).identity.kind).toBe(
      "emulator",
    );
  });
});
