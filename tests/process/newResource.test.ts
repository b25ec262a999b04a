import { beforeAll, describe, expect, it } from "vitest";
import { type Edit, editedCopy } from "../support/editedCopy.ts";

/** The recipe of docs/map.md#to-add-a-resource, followed in a copy of the repository. */
const edits: Edit[] = [
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
    "import { proposals }",
    'import { notices } from "./resources/notices/index.tsx";\nimport { proposals }',
  ],
  ["src/StaffArea.tsx", "const resources = {\n", "const resources = {\n  notices,\n"],
  ["tests/support/tenantTables.ts", '  "usage_daily",\n', '  "notices",\n  "usage_daily",\n'],
];

// The tools take a minute and more where the machine is busy.
describe("a new resource with list, form and detail", { timeout: 300_000 }, () => {
  const copy = editedCopy("newResource", edits);
  let created: string[];
  let edited: string[];

  beforeAll(() => {
    ({ created, edited } = copy.follow());
  });

  it("takes 8 files and 3 edits, and on top its tests", () => {
    const isTest = (path: string) => path.startsWith("tests/");
    expect(created.filter((path) => !isTest(path))).toEqual([
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
    expect(edited.filter((path) => !isTest(path))).toEqual([
      "domain/api/areas.ts",
      "server/areas.ts",
      "src/StaffArea.tsx",
    ]);
  });

  it("compiles", () => {
    // Several checkers each check again what they share.
    expect(copy.complaints("typescript/bin/tsc", "--noEmit", "--checkers", "1")).toBe("");
  });

  it("passes the linter", () => {
    const files = [...created, ...edited].filter((path) => !path.endsWith(".sql"));
    const options = ["check", "--vcs-enabled=false", ...files];
    expect(copy.complaints("@biomejs/biome/bin/biome", ...options)).toBe("");
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
    expect(copy.complaints("vitest/vitest.mjs", "run", ...options, ...paths)).toBe("");
  });
});
