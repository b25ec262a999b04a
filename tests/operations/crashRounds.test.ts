import { describe } from "vitest";
import { crashRounds } from "../process/crashedAccounts.ts";
import { describeEachEngine } from "../support/database.ts";

/** One of each kind; `npm run crash-rounds` asks for 24. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 4);

// Most of the time a lease has to pass, on both engines at once.
describe.concurrent("crashes", () => {
  describeEachEngine("users in two stores", "crashes", (engine) => crashRounds(engine, ROUNDS));
});
