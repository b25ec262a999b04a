import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOG_LEVELS, readConfig, VARIABLES } from "../../server/config.ts";
import { configError, configLine } from "../support/configError.ts";
import { suiteDirectory } from "../support/perSuite.ts";

const real = { FIREBASE_PROJECT_ID: "my-project", FIREBASE_API_KEY: "AIza-key_1" };

const directory = suiteDirectory("config-");

describe("the configuration", () => {
  it("needs nothing: loopback, embedded database and emulator", () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      dataDir: resolve(".data"),
      database: { kind: "pglite", dataDir: resolve(".data/database") },
      migrate: "auto",
      identity: { kind: "emulator", projectId: "demo-knowledge-insight", port: null },
      sessionHours: 8,
      auditRetentionMonths: 36,
      lockLeaseSeconds: 300,
      trustProxy: false,
      adminAllowedAddresses: [],
      requireMfa: "none",
      publicUrl: "http://127.0.0.1:3000",
      demoSso: false,
      rateLimitPerMinute: 1200,
      metricsPort: null,
      smtp: null,
      drainSeconds: 0,
      logAddresses: "full",
      logLevel: "info",
      nodeEnv: "development",
    });
  });

  it("takes every value that is given", () => {
    const credentials = join(directory, "credentials.json");
    writeFileSync(credentials, JSON.stringify({ type: "service_account" }));
    expect(
      readConfig({
        PORT: "8080",
        HOST: "0.0.0.0",
        DATA_DIR: "/var/lib/console",
        DATABASE_URL: "postgresql://app:p%40ss@db.example:6432/console",
        DATABASE_DIRECT_URL: "postgresql://app:p%40ss@db.example:5433/console",
        READ_DATABASE_URL: "postgresql://app:p%40ss@standby.example:5433/console",
        DATABASE_POOL_SIZE: "4",
        MIGRATE: "check",
        ...real,
        FIREBASE_AUTH_DOMAIN: "my-project.firebaseapp.com",
        GOOGLE_APPLICATION_CREDENTIALS: credentials,
        SESSION_HOURS: "24",
        AUDIT_RETENTION_MONTHS: "84",
        LOCK_LEASE_SECONDS: "60",
        TRUST_PROXY: "10.0.0.0/8, 192.168.1.1",
        ADMIN_ALLOWED_ADDRESSES: "203.0.113.0/24,2001:db8::/32 ",
        REQUIRE_MFA: "admin",
        PUBLIC_URL: "https://Console.example/",
        RATE_LIMIT_PER_MINUTE: "6000",
        METRICS_PORT: "9464",
        DRAIN_SECONDS: "9",
        LOG_ADDRESSES: "network",
        SMTP_URL: "smtps://console:p%40ss@mail.example:465",
        LOG_LEVEL: "warn",
        NODE_ENV: "production",
      }),
    ).toEqual({
      port: 8080,
      host: "0.0.0.0",
      dataDir: "/var/lib/console",
      database: {
        kind: "postgres",
        url: "postgresql://app:p%40ss@db.example:6432/console",
        directUrl: "postgresql://app:p%40ss@db.example:5433/console",
        readUrl: "postgresql://app:p%40ss@standby.example:5433/console",
        poolSize: 4,
      },
      migrate: "check",
      identity: {
        kind: "firebase",
        projectId: "my-project",
        apiKey: "AIza-key_1",
        authDomain: "my-project.firebaseapp.com",
        credentialsFile: credentials,
      },
      sessionHours: 24,
      auditRetentionMonths: 84,
      lockLeaseSeconds: 60,
      trustProxy: ["10.0.0.0/8", "192.168.1.1"],
      adminAllowedAddresses: ["203.0.113.0/24", "2001:db8::/32"],
      requireMfa: "admin",
      publicUrl: "https://console.example",
      demoSso: false,
      rateLimitPerMinute: 6000,
      metricsPort: 9464,
      drainSeconds: 9,
      logAddresses: "network",
      smtp: {
        url: "smtps://console:p%40ss@mail.example:465",
        from: "no-reply@console.example",
      },
      logLevel: "warn",
      nodeEnv: "production",
    });
  });

  it("has its variables in the table of docs/configuration.md", () => {
    const page = readFileSync("docs/configuration.md", "utf8");
    const cells = [...page.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = ""]) => cell);
    const listed = cells.flatMap((cell) => cell.match(/`[A-Z_]+`/g) ?? []);
    // The one names how it runs (docs/operations/install.md), the other is refused.
    const elsewhere = ["NODE_ENV", "FIREBASE_AUTH_EMULATOR_HOST"];
    const own = VARIABLES.filter((name) => !elsewhere.includes(name));
    expect(listed.sort()).toEqual(own.map((name) => `\`${name}\``).sort());
  });

  it.each([
    [{ HOST: "::1", PORT: "8080" }, "http://[::1]:8080"],
    [{ HOST: "0.0.0.0" }, "http://localhost:3000"],
    [{ HOST: "Console", PUBLIC_URL: "" }, "http://console:3000"],
    [{ PUBLIC_URL: "http://192.168.1.5:80" }, "http://192.168.1.5"],
  ])("leads people by %o to %s", (env, expected) => {
    expect(readConfig(env).publicUrl).toBe(expected);
  });

  it.each([
    "console.example",
    "ftp://console.example",
    "https://console.example/path",
    "https://console.example?a",
    "https://console.example#a",
    "https://user:hunter2@console.example",
    "https://",
  ])("refuses %s as PUBLIC_URL", (PUBLIC_URL) => {
    expect(configError({ PUBLIC_URL })).toMatch(/^PUBLIC_URL: expected an address without a path/);
  });

  it.each(["office", "203.0.113.0/33", "203.0.113.0/24,", "true", "1", "loopback"])(
    "refuses %s as ADMIN_ALLOWED_ADDRESSES",
    (ADMIN_ALLOWED_ADDRESSES) => {
      expect(configError({ ADMIN_ALLOWED_ADDRESSES })).toMatch(
        /^ADMIN_ALLOWED_ADDRESSES: expected addresses and networks that clients can have, such as 203\.0\.113\.0\/24, separ/,
      );
    },
  );

  it("counts an empty or blank value as none, as compose files write it", () => {
    const names = [
      "PORT",
      "HOST",
      "DATABASE_URL",
      "FIREBASE_PROJECT_ID",
      "TRUST_PROXY",
      "RATE_LIMIT_PER_MINUTE",
      "NODE_ENV",
    ];
    for (const value of ["", "  "]) {
      expect(readConfig(Object.fromEntries(names.map((name) => [name, value])))).toEqual(
        readConfig({}),
      );
    }
  });

  it("ignores blanks and line ends around a value", () => {
    expect(readConfig({ PORT: " 3001\r" }).port).toBe(3001);
  });

  it("takes every port and refuses whatever is none", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 65_535 }), (port) => {
        expect(readConfig({ PORT: String(port) }).port).toBe(port);
      }),
    );
    const noPort = fc
      .oneof(fc.string(), fc.integer().map(String), fc.double().map(String))
      .filter((text) => {
        const trimmed = text.trim();
        return trimmed !== "" && !(/^\d{1,9}$/.test(trimmed) && Number(trimmed) <= 65_535);
      });
    fc.assert(
      fc.property(noPort, (PORT) => {
        expect(configError({ PORT })).toMatch(
          /^PORT: expected a whole number from 0 to 65535, got "/,
        );
      }),
    );
  });

  it("answers whatever is given with a configuration or with one line that names a variable", () => {
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom("1", "true", "production", "demo-x", "my-project", "postgres://h/d", "a\nb"),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...VARIABLES), value), (env) => {
        const line = configLine(env);
        if (line === null) return;
        expect(line).toMatch(/^[A-Z_]+: .+\.$/);
        expect(VARIABLES).toContain(line.split(":", 1)[0]);
      }),
    );
  });

  // A directory and a file may have any name; the file is read.
  it.each(
    VARIABLES.filter((name) => !["DATA_DIR", "GOOGLE_APPLICATION_CREDENTIALS"].includes(name)),
  )("has no %s that takes any text", (name) => {
    expect(configError({ [name]: "/ %" })).toMatch(new RegExp(`^${name}: expected .+, got .+\\.$`));
  });

  it.each([
    ["HOST", "not a host", "a host name or an IP address"],
    ["HOST", "http://localhost", "a host name or an IP address"],
    ["SESSION_HOURS", "0", "a whole number from 1 to 336"],
    ["SESSION_HOURS", "337", "a whole number from 1 to 336"],
    ["SESSION_HOURS", "1.5", "a whole number from 1 to 336"],
    ["LOCK_LEASE_SECONDS", "-1", "a whole number from 1 to 86400"],
    ["DATABASE_POOL_SIZE", "1", "a whole number from 2 to 200"],
    ["AUTH_EMULATOR_PORT", "0", "a whole number from 1 to 65535"],
    ["AUTH_EMULATOR_PORT", "70000", "a whole number from 1 to 65535"],
    ["TRUST_PROXY", "yes", "true, false, a number of hops"],
    ["TRUST_PROXY", "10.0.0.0/33", "true, false, a number of hops"],
    ["RATE_LIMIT_PER_MINUTE", "0", "a whole number from 1 to 1000000"],
    ["METRICS_PORT", "0", "a whole number from 1 to 65535"],
    ["DRAIN_SECONDS", "301", "a whole number from 0 to 300"],
    ["LOG_ADDRESSES", "some", "one of full, network, none"],
    ["LOG_LEVEL", "verbose", "one of fatal, error, warn, info, debug, trace, silent"],
    ["NODE_ENV", "staging", "one of development, test, production"],
    ["FIREBASE_PROJECT_ID", "My Project", "a Firebase project id"],
    ["FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:9099", "nothing, because the console uses no emul"],
  ])("refuses %s=%s and says what it expects", (name, value, expected) => {
    const line = configError({ [name]: value });
    expect(line).toContain(`${name}: expected ${expected}`);
    expect(line).toContain(`got ${JSON.stringify(value)}.`);
  });

  it("sends mails from the user of the SMTP server where that is an address", () => {
    const smtp = (url: string) => readConfig({ SMTP_URL: url }).smtp?.from;
    expect(smtp("smtp://console%40example.com:secret@mail.example")).toBe("console@example.com");
    expect(smtp("smtp://mail.example:25")).toBe("no-reply@127.0.0.1");
  });

  it.each([
    "mail.example:25",
    "http://mail.example",
    "smtp://",
    "smtp://app:hunter2@mail.example/path",
    "smtp://app:hunter2@mail.example?logger=true",
    "smtp://app:hunter2%@mail.example",
    "smtp://app:hunter2/x@mail.example",
    "smtp://app:hunter2@mail.example:99999",
  ])("refuses SMTP_URL %s without repeating it", (url) => {
    expect(configError({ SMTP_URL: url })).toBe(
      "SMTP_URL: expected smtp://user:password@host:587 or smtps://… (in user and password, / ? # @ : and % are written %2F %3F %23 %40 %3A and %25), got another value.",
    );
  });

  it.each(LOG_LEVELS)("takes LOG_LEVEL %s", (level) => {
    expect(readConfig({ LOG_LEVEL: level }).logLevel).toBe(level);
  });

  it.each([
    ["true", true],
    ["false", false],
    ["2", 2],
    ["loopback", ["loopback"]],
    ["::1,fd00::/8", ["::1", "fd00::/8"]],
  ])("reads TRUST_PROXY %s", (value, expected) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual(expected);
  });
});
