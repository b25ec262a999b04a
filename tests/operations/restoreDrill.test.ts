import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { postgresPrograms } from "../../scripts/findPostgresPrograms.ts";
import { freePort } from "../support/freePort.ts";
import { suiteDirectory } from "../support/perSuite.ts";
import { Running } from "../support/running.ts";

const programs = postgresPrograms();
const directory = suiteDirectory("drill-");

/** A release as docs/operations/install.md makes it, with the packages of this checkout. */
function release(): string {
  const made = join(directory, "release");
  const copy = /^cp -r (.+) \/opt\/knowledge-insight\/releases\/\S+$/m;
  const [, files = ""] = copy.exec(readFileSync("docs/operations/install.md", "utf8")) ?? [];
  mkdirSync(made);
  execFileSync("cp", ["-r", ...files.split(" "), made]);
  symlinkSync(resolve("node_modules"), join(made, "node_modules"));
  return made;
}

it.skipIf(!programs)(
  "goes back to a time as docs/operations/backup.md says, in a release",
  async () => {
    const { code, stdout, stderr } = await new Running(
      "deploy/postgresql/restoreDrill.sh",
      [String(await freePort())],
      { PG_BIN: programs ?? "" },
      release(),
    ).ended;
    expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("backup successfully verified\n");
    expect(stdout).toMatch(
      /\naccounts were not compared: .+\n1 found; .+\nThe drill has passed\.\n$/,
    );
  },
);
