import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A TypeScript program that can be restarted; a new process starts when the old one has ended. */
export class Restarting {
  readonly #program: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #turn = Promise.resolve();
  #waiting = false;

  constructor(program: string, env: NodeJS.ProcessEnv) {
    this.#program = program;
    this.#env = env;
  }

  /** Calls during a pending restart are merged into it. */
  restart(): Promise<void> {
    if (this.#waiting) return this.#turn;
    this.#waiting = true;
    this.#turn = this.#turn.then(async () => {
      await this.#end();
      this.#waiting = false;
      this.#child = spawn(process.execPath, ["--import", "tsx", this.#program], {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
        env: this.#env,
      });
    });
    return this.#turn;
  }

  async stop(): Promise<void> {
    await this.#turn;
    await this.#end();
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
}
