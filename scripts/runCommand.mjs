import { spawn } from "node:child_process";

/**
 * Runs a command and resolves with its exit code. A signal that ends this process ends the command too,
 * also one that a process manager sends to this process alone.
 *
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function runCommand(command, parameters, options = {}) {
  const child = spawn(command, parameters, { stdio: "inherit", ...options });
  const pass = (signal) => {
    child.kill(signal);
    process.exitCode = 1;
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      for (const one of signals) process.off(one, pass);
      if (signal) process.exit(1);
      resolve(code ?? 1);
    });
  });
}
