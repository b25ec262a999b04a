import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../support/freePort.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..");

/** What is installed, which the copy shares, and what a run leaves. */
const LEFT_OUT = [".git", "node_modules", ".data", "test-results"];
const INSTALLED = ["node_modules", "tools/auth-emulator/node_modules"];

/** What Vitest and npm tell the programs that they start. */
const OF_THIS_RUN = /^(VITEST|TEST$|NODE_ENV$|DEV$|PROD$|MODE$|SSR$|BUILT_SERVER$|npm_)/;

const copy = mkdtempSync(join(tmpdir(), "ki-node-"));

beforeAll(() => {
  const filter = (path: string) => !LEFT_OUT.includes(basename(path));
  cpSync(root, copy, { recursive: true, filter });
  for (const path of INSTALLED) symlinkSync(join(root, path), join(copy, path));
});
afterAll(() => rmSync(copy, { recursive: true }));

// The oldest version, 20, is the one whose types the repository compiles with.
it.each(["22", "24"])(
  "npm test passes on Node %s",
  async (version) => {
    const inherited = Object.entries(process.env).filter(([name]) => !OF_THIS_RUN.test(name));
    const command = "--call=node --version && npm test";
    const options = {
      cwd: copy,
      env: { ...Object.fromEntries(inherited), E2E_PORT: String(await freePort()) },
      maxBuffer: 100_000_000,
    };
    // A failed run is told by its last line.
    const { stdout, stderr } = await run(
      "npm",
      ["exec", "--yes", `--package=node@${version}`, command],
      options,
    ).catch((failed: { stdout: string; stderr: string }) => failed);
    expect(stdout).toContain(`v${version}.`);
    const said = `${stdout}${stderr}`.slice(-20_000);
    expect(stdout.trimEnd().split("\n").at(-1), said).toMatch(
      /^[1-9]\d* passed, 0 failed, \d+ skipped$/,
    );
  },
  // Twice the limit of `npm test` on two cores (CONTRIBUTING.md#tests), and the time to install Node.
  900_000,
);
