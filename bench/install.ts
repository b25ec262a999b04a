import { execFile } from "node:child_process";
import { cp, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Finding } from "./finding.ts";
import { withDirectory } from "./server.ts";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);

/** The budget of docs/product/budgets.md, which tests/operations/productionInstall.test.ts holds. */
export const PRODUCTION_INSTALL_MB = 150;

export async function benchInstall(): Promise<Finding[]> {
  return withDirectory(async (directory) => [
    {
      what: "npm ci --omit=dev",
      measured: await installForProduction(directory),
      unit: "MB",
      budget: { atMost: PRODUCTION_INSTALL_MB },
    },
  ]);
}

/** Installs into an empty directory what the built server needs; gives its size in MB. */
export async function installForProduction(directory: string): Promise<number> {
  for (const file of ["package.json", "package-lock.json"]) {
    await cp(join(root, file), join(directory, file));
  }
  await run("npm", ["ci", "--omit=dev", "--no-audit", "--no-fund"], { cwd: directory });
  return (await sizeOf(join(directory, "node_modules"))) / 1_000_000;
}

async function sizeOf(directory: string): Promise<number> {
  const names = await readdir(directory, { recursive: true });
  const sizes = await Promise.all(names.map((name) => sizeOfFile(join(directory, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function sizeOfFile(path: string): Promise<number> {
  const { size } = await stat(path);
  return size;
}
