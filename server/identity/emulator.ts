import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { PlainError } from "../plainError.ts";
import { packageRoot } from "../release.ts";
import {
  EmailExistsError,
  type IdentityService,
  IdentityUnavailableError,
  type NewIdentityUser,
  UserIdExistsError,
} from "./identity.ts";

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 5_000;
const RESTART_DELAY_MS = 1_000;

export interface EmulatorLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** A mail that the emulator would send; anyone with the link can act for the account. */
export interface EmulatorMail {
  email: string;
  requestType: string;
  link: string;
}

export interface EmulatorOptions {
  projectId: string;
  port?: number;
  accountsFile?: string;
  log?: EmulatorLog;
  onMail?: (mail: EmulatorMail) => void;
}

export interface Emulator {
  readonly url: string;
  close(): Promise<void>;
}

export class EmulatorStartError extends PlainError {
  override readonly name = "EmulatorStartError";
}

const message = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), port: z.number() }),
  z.object({ type: z.literal("failed"), code: z.string().optional(), message: z.string() }),
  z.object({ type: z.literal("notSaved"), message: z.string() }),
  z.object({
    type: z.literal("mail"),
    email: z.string(),
    requestType: z.string(),
    link: z.string(),
  }),
]);

/** The child ends with this process, even if that is killed, and restarts after a crash. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const directory = join(packageRoot(), "tools", "auth-emulator");
  if (!existsSync(join(directory, "node_modules/firebase-tools/package.json"))) {
    throw new EmulatorStartError(
      "The Firebase Auth Emulator is not installed: npm ci --omit=optional --ignore-scripts --prefix tools/auth-emulator",
    );
  }
  let closing = false;
  let child = run(directory, options, options.port ?? 0);
  const port = await child.ready;

  const watch = () => {
    child.process.once("exit", (code, signal) => {
      if (closing) return;
      options.log?.error({ code, signal }, "the Auth Emulator ended and is started again");
      setTimeout(restart, RESTART_DELAY_MS).unref();
    });
  };
  const restart = () => {
    if (closing) return;
    child = run(directory, options, port);
    child.ready.catch((err: unknown) =>
      options.log?.error({ err }, "the Auth Emulator is not running"),
    );
    watch();
  };
  watch();

  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      closing = true;
      await end(child.process);
    },
  };
}

function run(directory: string, options: EmulatorOptions, port: number) {
  const { projectId, accountsFile } = options;
  const child = spawn(
    process.execPath,
    [join(directory, "emulator.cjs"), JSON.stringify({ projectId, port, accountsFile })],
    {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // The child must not inherit loaders and inspectors of this process.
      env: { ...process.env, NODE_OPTIONS: "" },
    },
  );
  const ready = new Promise<number>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new EmulatorStartError("The Firebase Auth Emulator did not start within a minute."));
    }, START_LIMIT_MS);
    child.once("exit", (code, signal) => {
      clearTimeout(late);
      reject(new EmulatorStartError(`The Firebase Auth Emulator ended (${signal ?? code}).`));
    });
    child.on("message", (received) => {
      const parsed = message.safeParse(received);
      if (!parsed.success) return;
      const event = parsed.data;
      if (event.type === "ready") {
        clearTimeout(late);
        resolve(event.port);
      } else if (event.type === "failed") {
        reject(new EmulatorStartError(sentence(event, options)));
      } else if (event.type === "notSaved") {
        options.log?.error({ reason: event.message }, "the accounts were not saved");
      } else {
        options.onMail?.(event);
      }
    });
  });
  return { process: child, ready };
}

function sentence(event: { code?: string | undefined; message: string }, options: EmulatorOptions) {
  if (event.code === "EADDRINUSE") return `AUTH_EMULATOR_PORT ${options.port} is already in use.`;
  return `The Firebase Auth Emulator cannot use ${options.accountsFile}: ${event.message}`;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    const late = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
    child.once("exit", () => {
      clearTimeout(late);
      resolve();
    });
    if (child.connected) child.send("stop");
    else child.kill("SIGKILL");
  });
}

export const EMULATOR_API_KEY = "demo-api-key";

export const DEMO_PASSWORD = "password";

const ANSWER_LIMIT_MS = 60_000;
const REPEAT_AFTER_MS = 500;

type Creates = Pick<IdentityService, "createUser">;

/**
 * Creates the accounts that are missing. While the service does not answer, which happens at the
 * start on a busy machine, calls are repeated for a minute; after that it throws EmulatorStartError.
 */
export async function ensureDemoUsers(
  identity: Creates,
  accounts: readonly Omit<NewIdentityUser, "password">[],
): Promise<void> {
  const until = Date.now() + ANSWER_LIMIT_MS;
  for (const account of accounts) {
    await ensureUser(identity, { ...account, password: DEMO_PASSWORD }, until);
  }
}

async function ensureUser(identity: Creates, user: NewIdentityUser, until: number): Promise<void> {
  try {
    await identity.createUser(user);
  } catch (error) {
    if (error instanceof EmailExistsError || error instanceof UserIdExistsError) return;
    if (!(error instanceof IdentityUnavailableError)) throw error;
    if (Date.now() > until) {
      throw new EmulatorStartError("The Firebase Auth Emulator did not answer within a minute.");
    }
    await pause(REPEAT_AFTER_MS);
    await ensureUser(identity, user, until);
  }
}
