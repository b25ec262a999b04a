import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { suiteDirectory } from "../support/perSuite.ts";

/** The recipe of docs/map.md#to-add-a-resource, followed in a copy of the repository. */
const root = join(import.meta.dirname, "..", "..");
const template = join(root, "tests", "support", "newResource");

/** What is installed or built, and local data. */
const LEFT_OUT = [".git", "node_modules", "dist", ".data", "test-results", "newResource"];

/** What stands in a file that exists, and what the recipe makes of it. */
const edits: [file: string, before: string, after: string][] = [
  [
    "domain/api/areas.ts",
    "import { organizationEndpoints,",
    'import { noticeEndpoints, noticeKind } from "./notices.ts";\nimport { organizationEndpoints,',
  ],
  ["domain/api/areas.ts", "    serviceKeyKind,\n", "    serviceKeyKind,\n    noticeKind,\n"],
  ["domain/api/areas.ts", "  ...lockEndpoints,\n", "  ...lockEndpoints,\n  ...noticeEndpoints,\n"],
  [
    "server/areas.ts",
    "import { organizationRoutes }",
    'import { noticeRoutes } from "./modules/notices/routes.ts";\nimport { organizationRoutes }',
  ],
  ["server/areas.ts", "      lockRoutes,\n", "      lockRoutes,\n      noticeRoutes,\n"],
  [
    "src/StaffArea.tsx",
    "import { members }",
    'import { notices } from "./resources/notices/index.tsx";\nimport { members }',
  ],
  ["src/StaffArea.tsx", "const resources = {\n", "const resources = {\n  notices,\n"],
  ["tests/support/tenantTables.ts", '  "usage_daily",\n', '  "notices",\n  "usage_daily",\n'],
];

/** Every file below a directory with a hash of its content. */
function contentOf(directory: string): Map<string, string> {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => !path.split("/").some((name) => LEFT_OUT.includes(name)))
    .filter((path) => statSync(join(directory, path)).isFile());
  return new Map(
    files.map((path) => [
      path,
      createHash("sha256")
        .update(readFileSync(join(directory, path)))
        .digest("hex"),
    ]),
  );
}

// The tools take a minute and more where the machine is busy.
describe("a new resource with list, form and detail", { timeout: 300_000 }, () => {
  const copy = suiteDirectory("new-resource-");
  let created: string[];
  let edited: string[];

  beforeAll(() => {
    const filter = (path: string) => !LEFT_OUT.includes(basename(path));
    cpSync(root, copy, { recursive: true, filter });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    const before = contentOf(copy);
    cpSync(template, copy, { recursive: true });
    for (const [file, text, replacement] of edits) {
      const path = join(copy, file);
      const content = readFileSync(path, "utf8");
      expect(content, file).toContain(text);
      writeFileSync(path, content.replace(text, replacement));
    }
    const after = contentOf(copy);
    created = [...after.keys()].filter((path) => !before.has(path));
    edited = [...before].flatMap(([path, hash]) => (after.get(path) === hash ? [] : [path]));
  });

  /**
   * Runs a tool of the repository in the copy; gives what it says where it finds something wrong.
   */
  function complaints(tool: string, ...options: string[]): string {
    const script = join(root, "node_modules", tool);
    const run = spawnSync(process.execPath, [script, ...options], {
      cwd: copy,
      encoding: "utf8",
      env: { ...process.env, TEST_DATABASE_URL: undefined, VITEST: undefined },
    });
    return run.status === 0 ? "" : `${run.stdout}${run.stderr}`;
  }

  it("takes 8 files and 3 edits, and on top its tests", () => {
    const isTest = (path: string) => path.startsWith("tests/");
    expect(created.filter((path) => !isTest(path)).toSorted()).toEqual([
      "domain/api/notices.ts",
      "server/db/migrations/999_notices.sql",
      "server/modules/notices/queries.ts",
      "server/modules/notices/routes.ts",
      "server/modules/notices/service.ts",
      "src/i18n/ja/resources/notices.ts",
      "src/resources/notices/NoticeForm.tsx",
      "src/resources/notices/index.tsx",
    ]);
    expect(created.filter(isTest)).toHaveLength(3);
    expect(edited.filter(isTest)).toEqual(["tests/support/tenantTables.ts"]);
    expect(edited.filter((path) => !isTest(path)).toSorted()).toEqual([
      "domain/api/areas.ts",
      "server/areas.ts",
      "src/StaffArea.tsx",
    ]);
  });

  it("compiles", () => {
    // Several checkers each check again what they share.
    expect(complaints("typescript/bin/tsc", "--noEmit", "--checkers", "1")).toBe("");
  });

  it("passes the linter", () => {
    const files = [...created, ...edited].filter((path) => !path.endsWith(".sql"));
    const options = ["check", "--vcs-enabled=false", ...files];
    expect(complaints("@biomejs/biome/bin/biome", ...options)).toBe("");
  });

  it("answers, announces and shows, known to the tests of all routes and all tables", () => {
    const files = ["notices", "routeWalk.test", "dbConstraints", "tenantTables"].map(
      (file) => `api/${file}`,
    );
    const names =
      "notices|the list to the forms|knows every route|rules nobody looks at|every table is known";
    const options = ["--project=api", "--project=ui", `--testNamePattern=${names}`];
    options.push("--testTimeout=60000");
    const paths = [...files, "ui/notices"].map((file) => `tests/${file}`);
    expect(complaints("vitest/vitest.mjs", "run", ...options, ...paths)).toBe("");
  });
});
