import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { browserAddress } from "./addressLimit.ts";
import {
  databaseUrl,
  networks,
  proxies,
  publicUrl,
  smtpUrl,
  wholeNumber,
} from "./configVariables.ts";
import type { PostgresTarget } from "./db/client.ts";
import { POOL_SIZE } from "./db/poolSizes.ts";
import type { IdentityTarget } from "./identity/openIdentity.ts";
import { PlainError } from "./plainError.ts";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const LOG_ADDRESSES = ["full", "network", "none"] as const;
const REQUIRE_MFA = ["none", "admin", "all"] as const;
const MIGRATE = ["auto", "check"] as const;
/** Longer than a proxy needs to notice that a copy is not ready. */
const DRAIN_SECONDS = 5;
const NODE_ENVS = ["development", "test", "production"] as const;

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  database: { kind: "pglite"; dataDir: string } | PostgresTarget;
  /** Whether a start migrates, or ends where that would have to be done. */
  migrate: (typeof MIGRATE)[number];
  identity: IdentityTarget;
  sessionHours: number;
  /** How long the link of an invitation can be used. */
  invitationDays: number;
  auditRetentionMonths: number;
  lockLeaseSeconds: number;
  /** Fastify's trustProxy: none, all, the number of hops, or addresses and networks. */
  trustProxy: boolean | number | string[];
  /** Addresses and networks that may reach the admin area; none for all. */
  adminAllowedAddresses: readonly string[];
  /** Whose sign-ins need a second factor. */
  requireMfa: (typeof REQUIRE_MFA)[number];
  /** The origin of the console, also used for links in mails; no trailing slash. */
  publicUrl: string;
  demoSso: boolean;
  rateLimitPerMinute: number;
  /** Where `GET /metrics` is served on this machine; null serves none. */
  metricsPort: number | null;
  /** Where our own mails are handed over, and their sender; null sends none. */
  smtp: { url: string; from: string } | null;
  /** For how long requests are still answered after a signal, before the listener closes. */
  drainSeconds: number;
  logLevel: (typeof LOG_LEVELS)[number];
  /** How much of a caller's address the log has. */
  logAddresses: (typeof LOG_ADDRESSES)[number];
  nodeEnv: (typeof NODE_ENVS)[number];
}

export class ConfigError extends PlainError {
  override readonly name = "ConfigError";
}

/** Drivers decode user and password, and some of these characters end them. */
const ENCODED = "in user and password, / ? # @ : and % are written %2F %3F %23 %40 %3A and %25";

const hostName =
  /^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/;

const postgresUrl = z
  .string()
  .refine(databaseUrl, `postgres://user:password@host:5432/database (${ENCODED})`)
  .optional();

const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z
    .string()
    .refine(
      (value) => hostName.test(value) || z.ipv6().safeParse(value).success,
      "a host name or an IP address",
    )
    .default("127.0.0.1"),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  READ_DATABASE_URL: postgresUrl,
  DATABASE_POOL_SIZE: wholeNumber(2, 200).default(POOL_SIZE),
  MIGRATE: z.enum(MIGRATE, `one of ${MIGRATE.join(", ")}`).default("auto"),
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{2,28}[a-z0-9]$/,
      "a Firebase project id (4 to 30 lower-case letters, digits and hyphens)",
    )
    .default("demo-knowledge-insight"),
  FIREBASE_API_KEY: z
    .string()
    .regex(/^[\w-]{1,200}$/, "a web API key of the Firebase project")
    .optional(),
  FIREBASE_AUTH_DOMAIN: z
    .string()
    .regex(hostName, "a host name such as my-project.firebaseapp.com")
    .optional(),
  GOOGLE_APPLICATION_CREDENTIALS: z.string().optional(),
  AUTH_EMULATOR_PORT: wholeNumber(1, 65_535).optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .undefined("nothing, because the console uses no emulator but its own")
    .optional(),
  SESSION_HOURS: wholeNumber(1, 336).default(8),
  INVITATION_DAYS: wholeNumber(1, 90).default(7),
  AUDIT_RETENTION_MONTHS: wholeNumber(1, 1_200).default(36),
  LOCK_LEASE_SECONDS: wholeNumber(1, 86_400).default(300),
  TRUST_PROXY: proxies.default(false),
  ADMIN_ALLOWED_ADDRESSES: networks.optional(),
  REQUIRE_MFA: z.enum(REQUIRE_MFA, `one of ${REQUIRE_MFA.join(", ")}`).default("none"),
  PUBLIC_URL: z
    .string()
    .refine(publicUrl, "an address without a path, such as https://console.example.com")
    .transform((value) => new URL(value).origin)
    .optional(),
  DEMO_SSO: z.enum(["true", "false"], "true or false").default("false"),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(1200),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  SMTP_URL: z
    .string()
    .refine(smtpUrl, `smtp://user:password@host:587 or smtps://… (${ENCODED})`)
    .optional(),
  DRAIN_SECONDS: wholeNumber(0, 300).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(", ")}`).default("info"),
  LOG_ADDRESSES: z.enum(LOG_ADDRESSES, `one of ${LOG_ADDRESSES.join(", ")}`).default("full"),
  NODE_ENV: z.enum(NODE_ENVS, `one of ${NODE_ENVS.join(", ")}`).default("development"),
});

type Environment = z.output<typeof environment>;

export const VARIABLES = Object.keys(environment.shape);

const secrets = new Set([
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "READ_DATABASE_URL",
  "FIREBASE_API_KEY",
  "SMTP_URL",
]);

/** Reads the environment (docs/configuration.md); empty means unset. Throws ConfigError. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given: Record<string, string> = {};
  for (const name of VARIABLES) {
    const value = env[name]?.trim();
    if (value) given[name] = value;
  }
  const read = environment.safeParse(given);
  if (!read.success) throw configError(given, read.error);
  const values = read.data;
  const dataDir = resolve(values.DATA_DIR);
  const origin = values.PUBLIC_URL ?? browserAddress(values.HOST, values.PORT);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    database: databaseOf(values, dataDir),
    migrate: values.MIGRATE,
    identity: values.FIREBASE_PROJECT_ID.startsWith("demo-")
      ? emulator(values)
      : realProject(values),
    sessionHours: values.SESSION_HOURS,
    invitationDays: values.INVITATION_DAYS,
    auditRetentionMonths: values.AUDIT_RETENTION_MONTHS,
    lockLeaseSeconds: values.LOCK_LEASE_SECONDS,
    trustProxy: values.TRUST_PROXY,
    adminAllowedAddresses: values.ADMIN_ALLOWED_ADDRESSES ?? [],
    requireMfa: values.REQUIRE_MFA,
    publicUrl: origin,
    demoSso: values.DEMO_SSO === "true",
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    metricsPort: metricsPort(values),
    smtp: values.SMTP_URL ? { url: values.SMTP_URL, from: sender(values.SMTP_URL, origin) } : null,
    drainSeconds: values.DRAIN_SECONDS ?? defaultDrain(values),
    logLevel: values.LOG_LEVEL,
    logAddresses: values.LOG_ADDRESSES,
    nodeEnv: values.NODE_ENV,
  };
}

function databaseOf(values: Environment, dataDir: string): Config["database"] {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, READ_DATABASE_URL: readUrl } = values;
  if (url) {
    const poolSize = values.DATABASE_POOL_SIZE;
    return {
      kind: "postgres",
      url,
      poolSize,
      ...(directUrl ? { directUrl } : {}),
      ...(readUrl ? { readUrl } : {}),
    };
  }
  for (const name of ["DATABASE_DIRECT_URL", "READ_DATABASE_URL"] as const) {
    if (values[name]) {
      throw new ConfigError(`${name}: belongs to a PostgreSQL server, but DATABASE_URL is empty.`);
    }
  }
  return { kind: "pglite", dataDir: join(dataDir, "database") };
}

/** With embedded parts there is no other copy to go to, and Ctrl-C should not wait. */
function defaultDrain({ DATABASE_URL, FIREBASE_PROJECT_ID }: Environment): number {
  return DATABASE_URL && !FIREBASE_PROJECT_ID.startsWith("demo-") ? DRAIN_SECONDS : 0;
}

function metricsPort({ METRICS_PORT: port, PORT }: Environment): number | null {
  if (port !== undefined && port === PORT) {
    throw new ConfigError(`METRICS_PORT: ${port} is the server's own PORT.`);
  }
  return port ?? null;
}

/** The user of the SMTP server if that is an address, else `no-reply@` the console's host. */
function sender(url: string, origin: string): string {
  const user = decodeURIComponent(new URL(url).username);
  return z.email().safeParse(user).success ? user : `no-reply@${new URL(origin).hostname}`;
}

function configError(given: Record<string, string>, error: z.ZodError): ConfigError {
  const [issue] = error.issues;
  const name = String(issue?.path[0]);
  const value = secrets.has(name) ? "another value" : JSON.stringify(given[name]?.slice(0, 100));
  return new ConfigError(`${name}: expected ${issue?.message}, got ${value}.`);
}

function emulator(values: Environment): IdentityTarget {
  const projectId = values.FIREBASE_PROJECT_ID;
  if (values.NODE_ENV === "production") {
    throw new ConfigError(
      "FIREBASE_PROJECT_ID: NODE_ENV=production needs a real Firebase project; the Auth Emulator accepts anyone.",
    );
  }
  for (const name of ["FIREBASE_API_KEY", "FIREBASE_AUTH_DOMAIN"] as const) {
    if (values[name]) {
      throw new ConfigError(
        `${name}: belongs to a real Firebase project, but FIREBASE_PROJECT_ID is ${JSON.stringify(projectId)}.`,
      );
    }
  }
  const port = values.AUTH_EMULATOR_PORT ?? null;
  if (port !== null && port === values.PORT) {
    throw new ConfigError(`AUTH_EMULATOR_PORT: ${port} is the server's own PORT.`);
  }
  return { kind: "emulator", projectId, port };
}

function realProject(values: Environment): IdentityTarget {
  const projectId = values.FIREBASE_PROJECT_ID;
  if (values.AUTH_EMULATOR_PORT !== undefined) {
    throw new ConfigError(
      `AUTH_EMULATOR_PORT: the Auth Emulator serves projects named demo-… only, but FIREBASE_PROJECT_ID is "${projectId}".`,
    );
  }
  if (values.DEMO_SSO === "true") {
    throw new ConfigError(`DEMO_SSO: is for the Auth Emulator, not for "${projectId}".`);
  }
  if (!values.FIREBASE_API_KEY) {
    throw new ConfigError(
      `FIREBASE_API_KEY: expected the web API key of the project "${projectId}", got nothing.`,
    );
  }
  const credentialsFile = values.GOOGLE_APPLICATION_CREDENTIALS;
  if (credentialsFile) checkCredentials(credentialsFile);
  return {
    kind: "firebase",
    projectId,
    apiKey: values.FIREBASE_API_KEY,
    ...(values.FIREBASE_AUTH_DOMAIN ? { authDomain: values.FIREBASE_AUTH_DOMAIN } : {}),
    ...(credentialsFile ? { credentialsFile } : {}),
  };
}

const credentials = z.object({ type: z.string() });

/** The Google libraries read the file on first use; check it at the start instead. */
function checkCredentials(file: string) {
  if (!isCredentials(file)) {
    throw new ConfigError(
      `GOOGLE_APPLICATION_CREDENTIALS: expected a readable JSON file with Google credentials, got ${JSON.stringify(file)}.`,
    );
  }
}

function isCredentials(file: string): boolean {
  try {
    return credentials.safeParse(JSON.parse(readFileSync(file, "utf8"))).success;
  } catch {
    return false;
  }
}
