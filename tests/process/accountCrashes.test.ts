import { describeDatabase } from "../support/database.ts";
import { crashRounds } from "./crashedAccounts.ts";

// tests/operations/crashRounds.test.ts has more of them, each at another moment.
describeDatabase("users in two stores", (engine) => crashRounds(engine, 1));
