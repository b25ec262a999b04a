import { parseArgs } from "node:util";
import { subYears } from "date-fns";
import { z } from "zod";
import { ConfigError } from "../config.ts";
import { HELD_NAMES, type HeldName } from "./held.ts";

export const USAGE =
  "restored.js --at TIME [KEEP…] | --list | KEEP… | --release adopt|repair [--create-accounts], where KEEP is --keep-keys, --keep-webhooks or --keep-addresses, with all or ID,ID…";

export interface RestoredOptions {
  at?: Date;
  list: boolean;
  /** Which records of each kind are released. */
  keep: ReadonlyMap<HeldName, readonly number[] | "all">;
  release?: "adopt" | "repair";
  /** Also of people who have none at the identity service. */
  createsAccounts: boolean;
}

const instant = z.iso.datetime({ offset: true });

/** Returns undefined if the parameters are not as in USAGE; throws ConfigError with one sentence. */
export function readOptions(parameters: readonly string[], now: Date): RestoredOptions | undefined {
  const parsed = parse(parameters);
  if (!parsed) return undefined;
  const {
    at,
    list = false,
    release,
    "create-accounts": createsAccounts = false,
    ...toKeep
  } = parsed;
  const keep = new Map(
    HELD_NAMES.flatMap((name) => {
      const ids = toKeep[`keep-${name}`];
      return ids === undefined ? [] : [[name, readIds(name, ids)] as const];
    }),
  );
  const asked = [at !== undefined, list, release !== undefined].filter(Boolean).length;
  if (asked > 1 || (asked === 0 && keep.size === 0)) return undefined;
  if (keep.size > 0 && (list || release !== undefined)) return undefined;
  if (createsAccounts && release === undefined) return undefined;
  if (release !== undefined && release !== "adopt" && release !== "repair") {
    throw new ConfigError("--release: either adopt or repair.");
  }
  return {
    list,
    createsAccounts,
    keep,
    ...(at === undefined ? {} : { at: readInstant(at, now) }),
    ...(release === undefined ? {} : { release }),
  };
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      options: {
        at: { type: "string" },
        list: { type: "boolean" },
        release: { type: "string" },
        "keep-keys": { type: "string" },
        "keep-webhooks": { type: "string" },
        "keep-addresses": { type: "string" },
        "create-accounts": { type: "boolean" },
      },
    }).values;
  } catch {
    return undefined;
  }
}

function readInstant(text: string, now: Date): Date {
  if (!instant.safeParse(text).success) {
    throw new ConfigError(
      `--at: "${text}" is no time with its zone, such as 2026-11-25T09:30:00+09:00.`,
    );
  }
  const at = new Date(text);
  if (at > now) throw new ConfigError(`--at: ${text} is in the future.`);
  if (at < subYears(now, 1)) throw new ConfigError(`--at: ${text} is more than a year ago.`);
  return at;
}

function readIds(name: HeldName, text: string): readonly number[] | "all" {
  if (text === "all") return "all";
  if (!/^\d{1,15}(,\d{1,15})*$/.test(text)) {
    throw new ConfigError(`--keep-${name}: "${text}" is neither all nor numbers such as 3,5.`);
  }
  return text.split(",").map(Number);
}
