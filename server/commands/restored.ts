import { parseArgs } from "node:util";
import { subMinutes, subYears } from "date-fns";
import { z } from "zod";
import { actAsOperator } from "../audit/acting.ts";
import { ConfigError } from "../config.ts";
import type { Deps } from "../context.ts";
import { IdentityUnavailableError } from "../identity/identity.ts";
import { isRepairHeld } from "../modules/people/accounts/requestAccount.ts";
import { describeDifference, findRestoredDifferences } from "../restored/accountList.ts";
import {
  adoptDisabled,
  HELD,
  HELD_NAMES,
  type HeldName,
  release as releaseHeld,
  releaseRepair,
} from "../restored/held.ts";
import { findLastUsage, noteRestore } from "../restored/noteRestore.ts";
import { openOwn } from "../start/openOwn.ts";
import { runCommand, withIdentity } from "./runCommand.ts";

const USAGE =
  "restored.js --at TIME [KEEP…] | --list | KEEP… | --release adopt|repair [--create-accounts], where KEEP is --keep-keys, --keep-webhooks, --keep-addresses or --keep-ways, with all or ID,ID…";

const instant = z.iso.datetime({ offset: true });

/** Events that were on their way when the backup was made. */
const USAGE_MARGIN_MINUTES = 15;

type RestoredDeps = Pick<Deps, "config" | "db" | "identity" | "now">;

/** `node dist/server/restored.js`: what is done after a database was put back (docs/operations/backup.md). */
await runCommand({
  usage: USAGE,
  read: (parameters) => readOptions(parameters, new Date()),
  run: async (options) => {
    try {
      return await withIdentity(
        (config, log, shutdown) => openOwn(config, log, shutdown),
        (deps) => actAsOperator("restored", () => restored(deps, options)),
      );
    } catch (error) {
      if (!(error instanceof IdentityUnavailableError)) throw error;
      console.error(
        `The accounts could not be compared, and stay as they are: ${error.message}. Run --list again.`,
      );
      return 1;
    }
  },
  failure: 2,
});

async function restored(deps: RestoredDeps, options: RestoredOptions): Promise<number> {
  const { at, keep: toKeep, release } = options;
  if (release !== undefined) return letGo(deps, { ...options, release });
  if (at) await withdraw(deps, at);
  let code = 0;
  for (const [name, ids] of toKeep) if (!(await keep(deps, name, ids))) code = 1;
  if (at === undefined && toKeep.size > 0) return code;
  await printHeld(deps);
  await printDifferences(deps);
  return code;
}

async function withdraw({ db, now }: RestoredDeps, restoredTo: Date): Promise<void> {
  const withdrawn = await noteRestore(db, {
    restoredTo,
    now: now(),
  });
  const { sessions, users, invitations, keys, webhooks, addresses, ways } = withdrawn;
  const { answers, setUpLinks } = withdrawn;
  console.log(`Everybody signs in again: ${users} users, ${sessions} admin sessions ended.`);
  console.log(`${invitations} links of invitations ended: invite again who still waits.`);
  console.log(
    `${keys} service keys, ${webhooks} webhooks and the address limits of ${addresses} organizations and the single sign-on of ${ways} are held, ${answers} stored answers and ${setUpLinks} set-up links deleted.`,
  );
  console.log("Engines fetch all words again, and receivers are told to when they go on.");
  const since = subMinutes(restoredTo, USAGE_MARGIN_MINUTES).toISOString();
  console.log(
    `Report again all usage events sent since ${since}; repeats are recognised by eventId. The newest that are here:`,
  );
  for (const { organization_id: id, organization_name: name, recorded_at } of await findLastUsage(
    db,
  )) {
    if (recorded_at) console.log(`  organization ${id} (${name}): ${recorded_at.toISOString()}`);
  }
}

/** Returns whether all of them were held. */
async function keep(
  deps: RestoredDeps,
  name: HeldName,
  ids: readonly number[] | "all",
): Promise<boolean> {
  const unlocked = await releaseHeld(deps, name, ids);
  const { noun, released } = HELD[name];
  for (const { id, name: known } of unlocked) console.log(`${noun} ${id} (${known}) ${released}.`);
  const missed = ids === "all" ? [] : ids.filter((id) => !unlocked.some((one) => one.id === id));
  if (missed.length > 0) console.error(`Not held: ${missed.join(", ")}.`);
  return missed.length === 0;
}

async function printHeld({ db }: RestoredDeps): Promise<void> {
  for (const name of HELD_NAMES) {
    const { heading, find } = HELD[name];
    const held = await find(db);
    if (held.length === 0) continue;
    console.log(heading);
    for (const { id, name: known, detail } of held) console.log(`  ${id}: ${known}, ${detail}`);
  }
}

async function printDifferences(deps: RestoredDeps): Promise<void> {
  const differences = await findRestoredDifferences(deps);
  const isHeld = await isRepairHeld(deps.db);
  console.log(`${differences.length} differences from the identity service:`);
  for (const difference of differences) console.log(`  ${describeDifference(difference)}`);
  if (!isHeld) return;
  console.log(
    "Accounts stay as they are until --release adopt (disables here who is disabled there) or --release repair (the database wins).",
  );
}

async function letGo(
  deps: RestoredDeps,
  { release, createsAccounts }: Required<Pick<RestoredOptions, "release" | "createsAccounts">>,
): Promise<number> {
  if (!(await isRepairHeld(deps.db))) {
    console.log("Nothing is held.");
    return 0;
  }
  const deleted = (await findRestoredDifferences(deps)).filter(
    ({ kind }) => kind === "wouldCreate",
  );
  if (deleted.length > 0 && !createsAccounts) {
    for (const difference of deleted) console.error(`  ${describeDifference(difference)}`);
    console.error("Erase these again in the admin area, or repeat with --create-accounts.");
    return 1;
  }
  if (release === "adopt") console.log(`${await adoptDisabled(deps)} users disabled here.`);
  await releaseRepair(deps.db);
  console.log("Accounts follow the database again.");
  return 0;
}

interface RestoredOptions {
  at?: Date;
  list: boolean;
  /** Which records of each kind are released. */
  keep: ReadonlyMap<HeldName, readonly number[] | "all">;
  release?: "adopt" | "repair";
  /** Also of people who have none at the identity service. */
  createsAccounts: boolean;
}

/** Returns undefined if the parameters are not as in USAGE; throws ConfigError with one sentence. */
function readOptions(parameters: readonly string[], now: Date): RestoredOptions | undefined {
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
        "keep-ways": { type: "string" },
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
