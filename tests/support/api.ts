import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { type AppParts, buildApp } from "../../server/app.ts";
import { type Config, readConfig } from "../../server/config.ts";
import type { Database, Engine } from "../../server/db/client.ts";
import type { Tables } from "../../server/db/tables.ts";
import type { IdentityService } from "../../server/identity/identity.ts";
import { ApiClient } from "./apiClient.ts";
import { TestClock } from "./clock.ts";
import { anOrganization } from "./contractRows.ts";
import { type TestDatabase, testDatabase } from "./database.ts";
import { type Violations, watched } from "./outsideTransactions.ts";
import { insertTestUser, type TestUser, type UserInput } from "./people.ts";
import { perSuite } from "./perSuite.ts";
import { signIn } from "./signIn.ts";
import { inMemory, type TestIdentity } from "./testIdentity.ts";

export const SESSION = "/admin/api/v1/session";
export const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };

export interface TestApi extends Pick<TestIdentity, "mailsTo" | "tokenWith"> {
  app: FastifyInstance;
  database: TestDatabase;
  db: Kysely<Tables>;
  identity: IdentityService;
  config: Config;
  clock: TestClock;
  /** Log lines so far, as they were written. */
  log: string[];
  /** Without a credential. */
  anonymous: ApiClient;
  /** The staff area as this user: `api.as(user).get("/api/v1/users/me")`. */
  as(user: TestUser): ApiClient;
  /** The admin area in a real session of its own, same-origin; any system admin without a user. */
  asSystemAdmin(user?: TestUser): ApiClient;
  /** A valid ID token of the user. */
  idToken(user: TestUser): Promise<string>;
  /** Opens an admin session and gives its cookie as `name=value`. */
  openSession(user: TestUser): Promise<string>;
  /** A new organization's id. */
  anOrganization(organizationName?: string): Promise<number>;
  /** The same as an object, for `perSuite` and `perTest`. */
  organization(organizationName?: string): Promise<{ organizationId: number }>;
  /** A user who can sign in; without an organization a system admin. */
  aUser(input?: UserInput): Promise<TestUser>;
  close(): Promise<void>;
}

export interface TestApiOptions {
  /** Where the clock stands; by default the real time. */
  now?: string;
  /** The identity service; by default one in memory. */
  identityService?: TestIdentity;
  /** Puts something between the app and the identity service. */
  identity?: (real: IdentityService) => IdentityService;
  /** Puts something between the app and the database. */
  database?: (real: Database) => Database | Promise<Database>;
  /** Further variables of the environment. */
  env?: Record<string, string>;
  parts?: Pick<
    AppParts,
    | "webRoot"
    | "areas"
    | "demoAccounts"
    | "answerWithinMs"
    | "accountWaitMs"
    | "keyWaitMs"
    | "takesEverything"
    | "load"
    | "eventHeartbeatMs"
    | "readerLimits"
    | "jobPollSeconds"
    | "receiverLimits"
  >;
}

/** The real app over a database and an identity service of its own. */
export async function testApi(engine: Engine, options: TestApiOptions = {}): Promise<TestApi> {
  return withClients(await openApp(engine, options));
}

/**
 * The same for the tests of a describe, or of a file: opened before them and closed after them.
 * Its clients can be made at once. Options that rest on what is opened before come from a function.
 */
export function suiteApi(
  engine: Engine,
  options: TestApiOptions | (() => TestApiOptions) = {},
): TestApi {
  const given = () => (typeof options === "function" ? options() : options);
  return withClients(perSuite(() => openApp(engine, given())));
}

type OpenApp = Pick<
  TestApi,
  | "app"
  | "database"
  | "db"
  | "identity"
  | "config"
  | "clock"
  | "log"
  | "mailsTo"
  | "tokenWith"
  | "close"
>;

async function openApp(engine: Engine, options: TestApiOptions): Promise<OpenApp> {
  const clock = new TestClock();
  if (options.now) clock.set(options.now);
  const { service, mailsTo, tokenWith } = options.identityService ?? inMemory();
  const database = await testDatabase(engine);
  const { product: forProduct = database } = database;
  const violations: Violations = [];
  const identity = watched(service, violations);
  const config = readConfig({
    FIREBASE_PROJECT_ID: "demo-tests",
    NODE_ENV: "test",
    LOG_LEVEL: "debug",
    // A user of a test sends more requests per minute than a person.
    RATE_LIMIT_PER_MINUTE: "100000",
    ...options.env,
  });
  const log: string[] = [];
  const app = await buildApp({
    config,
    database: (await options.database?.(forProduct)) ?? forProduct,
    identity: watched(options.identity?.(identity) ?? identity, violations),
    now: clock.now,
    logStream: { write: (line) => log.push(line) },
    takesEverything: true,
    ...options.parts,
  });
  const close = async () => {
    await app.close();
    await identity.close();
    await forProduct.close().finally(() => database.close());
    if (violations.length > 0) {
      throw new Error(`asked the identity service within a transaction: ${violations}`);
    }
  };
  const { db } = database;
  return { app, database, db, identity, config, clock, log, mailsTo, tokenWith, close };
}

/** Looks at the app only when something is asked of it, which may be long after this call. */
function withClients(open: OpenApp): TestApi {
  const tokens = new Map<string, Promise<string>>();
  const client = (credentials: () => Promise<Record<string, string>>) =>
    new ApiClient(() => open.app, credentials);

  const idToken = (user: TestUser) => {
    const known = tokens.get(user.userId) ?? signIn(open.identity, user.email);
    tokens.set(user.userId, known);
    return known;
  };

  const newOrganization = (name = "試験株式会社") => anOrganization(open.db, name);
  const aUser = (input: UserInput = {}) => insertTestUser(open, input, open.clock.now());

  const openSession = (user: TestUser) =>
    open.clock.atRealTime(async () => {
      const token = await signIn(open.identity, user.email);
      const browser = client(async () => SAME_ORIGIN);
      const { status, headers, text } = await browser.post(SESSION, { idToken: token });
      if (status !== 204) throw new Error(`no session: ${text}`);
      return String(headers["set-cookie"]).split(";")[0] ?? "";
    });

  /** The session follows the clock of the test. */
  const keepAlive = async (userId: string) => {
    if (!open.clock.isSet) return;
    const at = open.clock.now();
    await open.db
      .updateTable("admin_sessions")
      .set({ last_seen_at: at, expires_at: new Date(at.getTime() + 3_600_000) })
      .where("user_id", "=", userId)
      .execute();
  };

  return {
    get app() {
      return open.app;
    },
    get database() {
      return open.database;
    },
    get db() {
      return open.db;
    },
    get identity() {
      return open.identity;
    },
    get config() {
      return open.config;
    },
    get clock() {
      return open.clock;
    },
    get log() {
      return open.log;
    },
    anonymous: client(async () => ({})),
    as: (user) => client(async () => ({ authorization: `Bearer ${await idToken(user)}` })),
    asSystemAdmin: (given) => {
      let session: Promise<{ userId: string; cookie: string }> | undefined;
      const start = async () => {
        const user = given ?? (await aUser({ organizationId: null, userName: "管理 者" }));
        return { userId: user.userId, cookie: await openSession(user) };
      };
      return client(async () => {
        session ??= start();
        const { userId, cookie } = await session;
        await keepAlive(userId);
        return { cookie, ...SAME_ORIGIN };
      });
    },
    idToken,
    mailsTo: (email) => open.mailsTo(email),
    tokenWith: (token, claims) => open.tokenWith(token, claims),
    openSession,
    anOrganization: newOrganization,
    organization: async (name) => ({ organizationId: await newOrganization(name) }),
    aUser,
    close: () => open.close(),
  };
}
