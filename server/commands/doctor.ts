import { actAsOperator } from "../audit/acting.ts";
import {
  accounts,
  alike,
  breakGlass,
  counters,
  keysWithoutEnd,
  months,
  seals,
  unseen,
} from "../doctor/dataChecks.ts";
import { jobsOfRows, queues, schedules, sequences, untaken } from "../doctor/jobChecks.ts";
import { runChecks } from "../doctor/runChecks.ts";
import { migrations, rights, schemaParts } from "../doctor/schemaChecks.ts";
import { openUnchanged } from "../start/openOwn.ts";
import { runCommand, withIdentity } from "./runCommand.ts";

const CHECKS = [
  migrations,
  schemaParts,
  sequences,
  rights,
  months,
  queues,
  schedules,
  jobsOfRows,
  untaken,
  counters,
  accounts,
  seals,
  keysWithoutEnd,
  breakGlass,
  unseen,
  alike,
];

/**
 * `node dist/server/doctor.js [--repair]`: compares a database with what should be in it, one line per
 * finding (docs/operations/doctor.md).
 */
await runCommand({
  usage: "doctor.js [--repair]",
  read: ([option, ...more]) =>
    more.length === 0 && (option === undefined || option === "--repair")
      ? { repairs: option === "--repair" }
      : undefined,
  run: ({ repairs }) =>
    withIdentity(openUnchanged, async (deps) => {
      const print = (line: string) => console.log(line);
      const left = await actAsOperator("doctor", () => runChecks(deps, CHECKS, { repairs, print }));
      return left > 0 ? 1 : 0;
    }),
  failure: 2,
});
