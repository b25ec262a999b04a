import { contractCreate } from "../../domain/contracts/schemas.ts";
import { actAsSystem } from "../../server/audit/acting.ts";
import { openDatabase } from "../../server/db/client.ts";
import { transactOn } from "../../server/db/transact.ts";
import { createContract } from "../../server/modules/contracts/service/createContract.ts";
import { testFirebase } from "./testFirebase.ts";

/**
 * A child process that creates a contract and is killed at the worst moment: right after the
 * identity service has created the admin, before our database hears of it.
 */
const [url = "", emulatorUrl = "", input = ""] = process.argv.slice(2);
const { db } = await openDatabase({ kind: "postgres", url });
const identity = testFirebase(emulatorUrl);
const createUser: typeof identity.createUser = async (user) => {
  await identity.createUser(user);
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => {});
};
const { user_id: invitedBy } = await db
  .selectFrom("users")
  .select("user_id")
  .where("is_system_admin", "=", true)
  .executeTakeFirstOrThrow();
await actAsSystem("test", () =>
  createContract(
    {
      config: { publicUrl: "http://127.0.0.1:3000", invitationDays: 7, smtp: null },
      db,
      identity: { ...identity, createUser },
      now: () => new Date(),
      transact: transactOn(db),
      log: { warn: () => {}, error: () => {} },
    },
    invitedBy,
    contractCreate.parse(JSON.parse(input)),
  ),
);
