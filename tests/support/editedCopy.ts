import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { suiteDirectory } from "./perSuite.ts";

const root = join(import.meta.dirname, "..", "..");

/** What is installed or built, local data, and the templates of recipes. */
const LEFT_OUT = [
  ".git",
  "node_modules",
  "dist",
  ".data",
  "test-results",
  "newResource",
  "newField",
];

/** What stands in a file that exists, and what a recipe makes of it. */
export type Edit = [file: string, before: string, after: string];

/** A copy of the repository in which a recipe is followed: new files and edits. */
export function editedCopy(template: string, edits: readonly Edit[]) {
  const copy = suiteDirectory(`${template}-`);
  const filter = (path: string) => !LEFT_OUT.includes(basename(path));

  return {
    /** Follows the recipe. Gives the files that it adds and those that it edits. */
    follow(): { created: string[]; edited: string[] } {
      cpSync(root, copy, { recursive: true, filter });
      symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
      const before = contentOf(copy);
      cpSync(join(root, "tests", "support", template), copy, { recursive: true });
      for (const [file, text, replacement] of edits) {
        const path = join(copy, file);
        const content = readFileSync(path, "utf8");
        if (!content.includes(text)) throw new Error(`${file} lacks ${text}`);
        writeFileSync(path, content.replace(text, replacement));
      }
      const after = contentOf(copy);
      return {
        created: [...after.keys()].filter((path) => !before.has(path)).toSorted(),
        edited: [...before]
          .flatMap(([path, hash]) => (after.get(path) === hash ? [] : [path]))
          .toSorted(),
      };
    },

    /** Runs a tool of the repository in the copy; gives what it says where it finds something wrong. */
    complaints(tool: string, ...options: string[]): string {
      const script = join(root, "node_modules", tool);
      const run = spawnSync(process.execPath, [script, ...options], {
        cwd: copy,
        encoding: "utf8",
        env: { ...process.env, TEST_DATABASE_URL: undefined, VITEST: undefined },
      });
      return run.status === 0 ? "" : `${run.stdout}${run.stderr}`;
    },
  };
}

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
