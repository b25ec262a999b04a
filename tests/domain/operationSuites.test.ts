import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SUITES, suiteFile, touchedSuites } from "../../scripts/operationSuites.ts";

const all = Object.keys(SUITES);

describe("the suites of operations", () => {
  it("are the files of tests/operations, each with a path", () => {
    const files = readdirSync("tests/operations").filter((file) => file.endsWith(".test.ts"));
    expect(all.map((suite) => `${suite}.test.ts`).toSorted()).toEqual(files.toSorted());
    expect(Object.entries(SUITES).filter(([, paths]) => paths.length === 0)).toEqual([]);
  });

  it("name paths that exist", () => {
    const missing = Object.values(SUITES)
      .flat()
      .filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
  });

  it.each(Object.entries(SUITES))("run %s where what it looks at has changed", (suite, paths) => {
    for (const path of [suiteFile(suite), ...paths, ...paths.map((folder) => `${folder}/x.ts`)])
      expect(touchedSuites(["README.md", path]), path).toContain(suite);
    expect(touchedSuites(["README.md", ...paths.map((path) => `${path}s`)])).not.toContain(suite);
  });

  it("run where a support that they import has changed, also through another, and no other ones", () => {
    const usage = ["failover", "migrating", "slowNetwork", "threeCopies", "usageProcesses"];
    expect(touchedSuites(["tests/operations/usageTarget.ts"])).toEqual(
      expect.arrayContaining(usage),
    );
    const started = touchedSuites(["tests/process/runningServer.ts"]);
    expect(started).toEqual(expect.arrayContaining(["restored", "rollingRestart"]));
    expect(started).not.toContain("testCounts");
    expect(touchedSuites(["tests/process/life.test.ts", "src/main.tsx"])).toEqual([]);
  });
});
