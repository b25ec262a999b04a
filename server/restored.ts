import { subMinutes } from "date-fns";
import { actAsOperator } from "./audit/acting.ts";
import { readConfig } from "./config.ts";
import type { Deps } from "./context.ts";
import { lockDataDirectory } from "./dataDirectory.ts";
import { IdentityUnavailableError } from "./identity/identity.ts";
import { openIdentity } from "./identity/openIdentity.ts";
import { isRepairHeld } from "./modules/people/accounts/repairHold.ts";
import { openOwn } from "./openOwn.ts";
import { describeDifference, findRestoredDifferences } from "./restored/accountList.ts";
import { findHeldKeys, keepKeys } from "./restored/keepKeys.ts";
import { findLastUsage } from "./restored/lastUsage.ts";
import { noteRestore } from "./restored/noteRestore.ts";
import { type RestoredOptions, readOptions } from "./restored/options.ts";
import { adoptDisabled, releaseRepair } from "./restored/releaseRepair.ts";
import { ServerLog } from "./serverLog.ts";
import { Shutdown } from "./shutdown.ts";
import { describeStartError } from "./startError.ts";

/** Events that were on their way when the backup was made. */
const USAGE_MARGIN_MINUTES = 15;

type RestoredDeps = Pick<Deps, "db" | "identity" | "now">;

/** `node dist/server/restored.js`: what is done after a database was put back (docs/operations/backup.md). */
async function restored(options: RestoredOptions): Promise<void> {
  const config = readConfig(process.env);
  const { dataDir } = config;
  const shutdown = new Shutdown();
  const log = new ServerLog();
  try {
    if (config.database.kind === "pglite" || config.identity.kind === "emulator") {
      shutdown.add(await lockDataDirectory(dataDir));
    }
    const { db } = await openOwn(config, log, shutdown);
    const identity = await openIdentity(config.identity, { dataDir, log, onMail: () => {} });
    shutdown.add(identity.close);
    await run({ db, identity, now: () => new Date() }, options);
  } finally {
    await shutdown.closeAll();
  }
}

async function run(deps: RestoredDeps, options: RestoredOptions) {
  const { at, keepKeys: kept, release } = options;
  if (release !== undefined) return letGo(deps, { ...options, release });
  if (at) await withdraw(deps, at);
  if (kept !== undefined) await keep(deps, kept);
  if (at === undefined && kept !== undefined) return;
  await printHeldKeys(deps);
  await printDifferences(deps);
}

async function withdraw({ db, now }: RestoredDeps, restoredTo: Date): Promise<void> {
  const { sessions, users, keys, answers } = await noteRestore(db, { restoredTo, now: now() });
  console.log(`Everybody signs in again: ${users} users, ${sessions} admin sessions ended.`);
  console.log(`${keys} service keys are held, ${answers} stored answers deleted.`);
  console.log("Engines fetch all words again, and receivers are told to.");
  const since = subMinutes(restoredTo, USAGE_MARGIN_MINUTES).toISOString();
  console.log(
    `Report again all usage events sent since ${since}; repeats are recognised by eventId. The newest that are here:`,
  );
  for (const { organization_no, recorded_at } of await findLastUsage(db)) {
    if (recorded_at) console.log(`  organization ${organization_no}: ${recorded_at.toISOString()}`);
  }
}

async function keep({ db }: RestoredDeps, ids: readonly number[] | "all"): Promise<void> {
  const kept = await keepKeys(db, ids);
  for (const { service_key_id: id, name } of kept) console.log(`Key ${id} (${name}) works again.`);
  const missed =
    ids === "all" ? [] : ids.filter((id) => !kept.some((key) => key.service_key_id === id));
  if (missed.length === 0) return;
  console.error(`Not held: ${missed.join(", ")}.`);
  process.exitCode = 1;
}

async function printHeldKeys({ db }: RestoredDeps): Promise<void> {
  const keys = await findHeldKeys(db);
  if (keys.length === 0) return;
  console.log(
    "Held keys, which are answered 401; --keep-keys lets those work that nobody revoked:",
  );
  for (const { service_key_id: id, name, prefix, last_used_at: used } of keys) {
    console.log(`  ${id}: ${name}, ${prefix}…, last used ${used?.toISOString() ?? "never"}`);
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
): Promise<void> {
  if (!(await isRepairHeld(deps.db))) {
    console.log("Nothing is held.");
    return;
  }
  const gone = (await findRestoredDifferences(deps)).filter(({ kind }) => kind === "wouldCreate");
  if (gone.length > 0 && !createsAccounts) {
    for (const difference of gone) console.error(`  ${describeDifference(difference)}`);
    console.error("Erase these again in the admin area, or repeat with --create-accounts.");
    process.exitCode = 1;
    return;
  }
  if (release === "adopt") console.log(`${await adoptDisabled(deps)} users disabled here.`);
  await releaseRepair(deps.db);
  console.log("Accounts follow the database again.");
}

try {
  const options = readOptions(process.argv.slice(2), new Date());
  await actAsOperator("restored", () => restored(options));
} catch (error) {
  const isAway = error instanceof IdentityUnavailableError;
  console.error(
    isAway
      ? `The accounts could not be compared, and stay as they are: ${error.message}. Run --list again.`
      : describeStartError(error),
  );
  process.exitCode = isAway ? 1 : 2;
}
