import { parseArgs } from "node:util";
import { subYears } from "date-fns";
import { z } from "zod";
import { ConfigError } from "../config.ts";

const USAGE =
  "Usage: restored.js --at TIME [--keep-keys all|ID,ID…] | --list | --keep-keys all|ID,ID… | --release adopt|repair [--create-accounts]";

export interface RestoredOptions {
  at?: Date;
  list: boolean;
  keepKeys?: readonly number[] | "all";
  release?: "adopt" | "repair";
  /** Also of people who have none at the identity service. */
  createsAccounts: boolean;
}

const instant = z.iso.datetime({ offset: true });

/** Throws ConfigError with one sentence. */
export function readOptions(parameters: readonly string[], now: Date): RestoredOptions {
  const { at, list = false, release, ...others } = parse(parameters);
  const { "keep-keys": keep, "create-accounts": createsAccounts = false } = others;
  const asked = [at !== undefined, list, release !== undefined].filter(Boolean).length;
  if (asked > 1 || (asked === 0 && keep === undefined)) throw new ConfigError(USAGE);
  if (keep !== undefined && (list || release !== undefined)) throw new ConfigError(USAGE);
  if (createsAccounts && release === undefined) throw new ConfigError(USAGE);
  if (release !== undefined && release !== "adopt" && release !== "repair") {
    throw new ConfigError("--release: either adopt or repair.");
  }
  return {
    list,
    createsAccounts,
    ...(at === undefined ? {} : { at: readInstant(at, now) }),
    ...(release === undefined ? {} : { release }),
    ...(keep === undefined ? {} : { keepKeys: readIds(keep) }),
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
        "create-accounts": { type: "boolean" },
      },
    }).values;
  } catch {
    throw new ConfigError(USAGE);
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

function readIds(text: string): readonly number[] | "all" {
  if (text === "all") return "all";
  if (!/^\d{1,15}(,\d{1,15})*$/.test(text)) {
    throw new ConfigError(`--keep-keys: "${text}" is neither all nor numbers such as 3,5.`);
  }
  return text.split(",").map(Number);
}
