import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = "server/modules";

/** A relative import, a re-export or a dynamic import. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;

interface Import {
  from: string;
  to: string;
}

const imports = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((from) =>
    [...readFileSync(join(ROOT, from), "utf8").matchAll(IMPORT)].map(([, path = ""]) => ({
      from,
      to: join(from, "..", path),
    })),
  )
  .filter(({ to }) => !to.startsWith(".."));

/** The linter knows circles between files; these are circles between folders. */
describe("no circle of imports", () => {
  it("joins two modules", () => {
    expect(imports.length).toBeGreaterThan(200);
    expect(circle(imports, 1)).toEqual([]);
  });

  it("joins two rooms of a module", () => {
    expect(circle(imports, 2)).toEqual([]);
  });

  it("escapes, however long it is", () => {
    const chain = [
      { from: "users/routes.ts", to: "users/service.ts" },
      { from: "users/service.ts", to: "accounts/request.ts" },
      { from: "accounts/request.ts", to: "mails/reserve.ts" },
      { from: "accounts/sync.ts", to: "session/end.ts" },
    ];
    const back = { from: "session/admitPerson.ts", to: "users/publish.ts" };
    expect(circle(chain, 1)).toEqual([]);
    expect(circle([...chain, back], 1)).toEqual([
      "users/service.ts imports accounts/request.ts",
      "accounts/sync.ts imports session/end.ts",
      "session/admitPerson.ts imports users/publish.ts",
    ]);
    expect(circle([...chain, back], 2)).toEqual([]);
  });
});

/**
 * The imports of the first circle between the rooms that the first `depth` parts of a path name;
 * empty if there is none.
 */
function circle(all: readonly Import[], depth: number): string[] {
  const room = (path: string) => path.split("/").slice(0, depth).join("/");
  const between = all.filter(({ from, to }) => room(from) !== room(to));
  const done = new Set<string>();
  const search = (at: string, way: readonly Import[]): readonly Import[] => {
    const start = way.findIndex(({ from }) => room(from) === at);
    if (start >= 0) return way.slice(start);
    if (done.has(at)) return [];
    for (const next of between.filter(({ from }) => room(from) === at)) {
      const found = search(room(next.to), [...way, next]);
      if (found.length > 0) return found;
    }
    done.add(at);
    return [];
  };
  const found = between.map(({ from }) => search(room(from), [])).find(({ length }) => length > 0);
  return (found ?? []).map(({ from, to }) => `${from} imports ${to}`);
}
