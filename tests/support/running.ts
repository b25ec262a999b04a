import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const startLimit = 90_000;

/** What the tests leave out of the environment, so that only what they name counts. */
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

// A run that is broken off has no afterEach.
process.once("exit", () => {
  for (const one of alive) one.killGroup();
});

/** A process with what it has said so far; in a process group of its own, as a terminal makes one. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = "";
  stderr = "";

  constructor(command: string, parameters: readonly string[], variables: Variables) {
    this.child = spawn(command, parameters, {
      cwd: root,
      env: environment(variables),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.child.stdout?.on("data", (data) => {
      this.stdout += data;
    });
    this.child.stderr?.on("data", (data) => {
      this.stderr += data;
    });
    alive.add(this);
    this.ended = once(this.child, "close").then(([code, signal]) => {
      return { code, signal, stdout: this.stdout, stderr: this.stderr };
    });
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Where it listens, once it does. */
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

  /** To the process alone, as a process manager does. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** To everyone in the process group, as Ctrl-C in a terminal does. */
  signalGroup(signal: NodeJS.Signals): void {
    if (this.child.pid) process.kill(-this.child.pid, signal);
  }

  /** After a test, whatever became of it. */
  async remove(): Promise<void> {
    this.killGroup();
    await this.ended;
    alive.delete(this);
  }

  killGroup(): void {
    try {
      this.signalGroup("SIGKILL");
    } catch {
      // Nobody is left in the group.
    }
  }
}
