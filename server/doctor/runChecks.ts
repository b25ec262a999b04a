import type { Deps } from "../context.ts";
import { pgDetail } from "../db/errors.ts";

export type DoctorDeps = Pick<Deps, "config" | "database" | "db" | "identity" | "now"> & {
  log: {
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
};

export interface Finding {
  what: string;
  /** Absent where only people can mend it. Throws what stops it. */
  mend?: () => Promise<void>;
  /** What to do instead, where `mend` is absent. */
  advice?: string;
  /** Nothing is wrong, but it has to be known. */
  isNote?: true;
}

export interface Check<Needs = DoctorDeps> {
  name: string;
  find(deps: Needs): AsyncIterable<Finding>;
}

/** In one line, with the rows that the database names. */
export function reasonNot(error: unknown): string {
  const detail = pgDetail(error);
  const message = error instanceof Error ? error.message : String(error);
  return (detail ? `${message}: ${detail}` : message).replaceAll(/\s+/g, " ").replace(/\.$/, "");
}

/**
 * Prints a line per finding and one about all of them. Returns how many are left as they are. What a
 * later check reads, an earlier one has mended.
 */
export async function runChecks<Deps>(
  deps: Deps,
  checks: readonly Check<Deps>[],
  { repairs, print }: { repairs: boolean; print: (line: string) => void },
): Promise<number> {
  let found = 0;
  let left = 0;
  let notes = 0;
  for (const { name, find } of checks) {
    const mended = new Set<string>();
    try {
      for await (const finding of find(deps)) {
        const becomes = await settle(finding, repairs);
        print(`${finding.what}${becomes.text}.`);
        if (finding.isNote) {
          notes += 1;
          continue;
        }
        found += 1;
        if (becomes.isMended) mended.add(finding.what);
        else left += 1;
      }
      for await (const { what } of mended.size > 0 ? find(deps) : []) {
        if (!mended.has(what)) continue;
        left += 1;
        print(`${what}: is found again after it was mended.`);
      }
    } catch (error) {
      found += 1;
      left += 1;
      print(`${name}: could not be checked: ${reasonNot(error)}.`);
    }
  }
  const nothing = notes > 0 ? "Nothing else is wrong" : "Nothing is wrong";
  if (found === 0) print(`${nothing} (${checks.length} checks).`);
  else if (!repairs) print(`${found} found; --repair mends what it can.`);
  else print(`${found} found, ${found - left} mended, ${left} left.`);
  return left;
}

async function settle({ mend, advice }: Finding, repairs: boolean) {
  if (!repairs || !mend)
    return { text: advice === undefined ? "" : `: ${advice}`, isMended: false };
  try {
    await mend();
    return { text: ": mended", isMended: true };
  } catch (error) {
    return { text: `: cannot be mended: ${reasonNot(error)}`, isMended: false };
  }
}
