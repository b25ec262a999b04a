import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Release } from "./releases.ts";
import { runCommand } from "./runCommand.mjs";

const root = resolve(import.meta.dirname, "..");
const git = (...parameters: string[]) =>
  execFileSync("git", parameters, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

export interface ReleaseCheckout {
  directory: string;
  close(): void;
}

/** False in a shallow clone. */
export function hasCommit(commit: string): boolean {
  try {
    git("cat-file", "-e", `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** The release beside this one, with its packages installed. */
export async function checkOutRelease({ version, commit }: Release): Promise<ReleaseCheckout> {
  const parent = mkdtempSync(join(tmpdir(), "ki-release-"));
  const directory = join(parent, version);
  const close = () => {
    rmSync(parent, { recursive: true, force: true });
    git("worktree", "prune");
  };
  try {
    git("worktree", "add", "--detach", directory, commit);
    await installIn(directory);
    return { directory, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Its own packages, or ours if they are the same. */
async function installIn(directory: string): Promise<void> {
  if (isDeepStrictEqual(packagesOf(directory), packagesOf(root))) {
    symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
    return;
  }
  const options = { cwd: directory, stdio: "ignore" } as const;
  const code = await runCommand(
    "npm",
    ["ci", "--prefer-offline", "--no-audit", "--no-fund"],
    options,
  );
  if (code !== 0) throw new Error(`npm ci ended with ${code} in ${directory}.`);
}

/** All but what a release says of itself. */
function packagesOf(directory: string): unknown {
  const { packages } = JSON.parse(readFileSync(join(directory, "package-lock.json"), "utf8"));
  const { "": own, ...others } = packages;
  return { ...others, "": { ...own, version: undefined } };
}
