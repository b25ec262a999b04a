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
  let asked = false;
  const pass = (signal) => {
    asked = true;
    child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      for (const signal of signals) process.off(signal, pass);
      if (asked) process.exit(1);
      resolve(code ?? 1);
    });
  });
}
