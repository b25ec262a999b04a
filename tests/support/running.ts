import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const startLimit = 90_000;

/** Variables that the tests remove from the environment, so that only theirs count. */
const unset = ["DATABASE_URL", "FIREBASE_AUTH_EMULATOR_HOST", "NODE_ENV", "PORT", "HOST"];

export type Variables = Readonly<Record<string, string>>;

function environment(variables: Variables): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !unset.includes(name));
  return { ...Object.fromEntries(inherited), LOG_LEVEL: "error", ...variables };
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

const alive = new Set<Running>();

// An interrupted run has no afterEach.
process.once("exit", () => {
  for (const one of alive) one.killGroup();
});

/** A busy machine says so of migrations, on the console, since the log is not open yet. */
const SLOW_STATEMENT = /^slow statement \{(?:.*\}|[\s\S]*?^\})\n/gm;

/** A process and its output; in its own process group, as a terminal creates one. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = "";
  #errors = "";

  constructor(
    command: string,
    parameters: readonly string[],
    variables: Variables,
    directory = root,
  ) {
    this.child = spawn(command, parameters, {
      cwd: directory,
      env: environment(variables),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.child.stdout?.on("data", (data) => {
      this.stdout += data;
    });
    this.child.stderr?.on("data", (data) => {
      this.#errors += data;
    });
    alive.add(this);
    this.ended = once(this.child, "close").then(([code, signal]) => {
      return { code, signal, stdout: this.stdout, stderr: this.stderr };
    });
  }

  get stderr(): string {
    return this.#errors.replaceAll(SLOW_STATEMENT, "");
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** The address, once it listens. */
  async address(): Promise<string> {
    const late = setTimeout(() => this.killGroup(), startLimit);
    const address = await new Promise<string | undefined>((resolve) => {
      const look = () => {
        const announced = /Knowledge Insight: (\S+)/.exec(this.stdout)?.[1];
        if (announced) resolve(announced);
      };
      look();
      this.child.stdout?.on("data", look);
      void this.ended.then(() => resolve(undefined));
    });
    clearTimeout(late);
    if (!address) throw new Error(`it did not start: ${JSON.stringify(await this.ended)}`);
    return address;
  }

  /** Signals the process only, as a process manager does. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Signals the process group, as Ctrl-C in a terminal does. */
  signalGroup(signal: NodeJS.Signals): void {
    if (this.child.pid) process.kill(-this.child.pid, signal);
  }

  /** Cleans up after a test, whatever its outcome. */
  async remove(): Promise<void> {
    this.killGroup();
    await this.ended;
    alive.delete(this);
  }

  killGroup(): void {
    try {
      this.signalGroup("SIGKILL");
    } catch {
      // The group is empty.
    }
  }
}
