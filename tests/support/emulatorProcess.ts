import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** The emulators that keep their accounts below a data directory, by process id. */
export function emulatorsOf(dataDir: string): string[] {
  try {
    const found = execFileSync("pgrep", ["-f", join(dataDir, "auth", "accounts.json")]);
    return found.toString().trim().split("\n");
  } catch {
    return [];
  }
}

/** Stops, continues or kills the emulator of a running server. */
export function signalEmulator(dataDir: string, signal: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
  for (const pid of emulatorsOf(dataDir)) process.kill(Number(pid), signal);
}
