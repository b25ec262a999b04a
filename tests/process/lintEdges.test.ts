import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { suiteDirectory } from "../support/perSuite.ts";

const root = join(import.meta.dirname, "..", "..");

/** The imports of a resource's file, and whether the linter allows them. */
const imports = (up: string): [string, boolean][] => [
  [`${up}contracts/index.ts`, false],
  [`${up}contracts/form/ContractForm.tsx`, false],
  [`${up}../server/app.ts`, false],
  [`${up}../../server/app.ts`, false],
  [`${up}../components/Button.tsx`, true],
  [`${up}../../domain/users/schemas.ts`, true],
  ["./near.ts", true],
];
const files: [string, string][] = [
  ["src/resources/users/probe.ts", "../"],
  ["src/resources/users/members/probe.ts", "../../"],
  ["src/resources/users/members/rows/probe.ts", "../../../"],
];

describe("the linter keeps resources apart", () => {
  const directory = suiteDirectory("lint-edges-");
  let report: string;

  beforeAll(() => {
    for (const name of ["biome.json", "node_modules"]) {
      symlinkSync(join(root, name), join(directory, name));
    }
    for (const [file, up] of files) {
      mkdirSync(dirname(join(directory, file)), { recursive: true });
      const lines = imports(up).map(([from]) => `export * from "${from}";\n`);
      writeFileSync(join(directory, file), lines.join(""));
    }
    const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
    const lint = ["lint", "--only=style/noRestrictedImports", "--vcs-enabled=false", "src"];
    const run = spawnSync(process.execPath, [biome, ...lint], { cwd: directory, encoding: "utf8" });
    report = run.stdout + run.stderr;
  });

  it.each(files)("in %s", (file, up) => {
    const lines = report.split("\n").filter((line) => line.startsWith(`${file}:`));
    const refused = new Set(lines.map((line) => Number(line.split(":")[1])));
    const expected = imports(up).flatMap(([, allowed], index) => (allowed ? [] : [index + 1]));
    expect([...refused].sort(), report).toEqual(expected);
  });
});
