import { sql } from "kysely";
import { expect, it } from "vitest";
import { endStep, transactOn } from "../../server/db/transact.ts";
import { newChange } from "../../server/modules/vocabulary/queries/vocabulary.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";

describeDatabase("the end of a transaction", (engine) => {
  const api = suiteApi(engine);
  const done: string[] = [];
  const step = (name: "workspaces" | "revision" | "alerts") =>
    endStep<number>(name, async (_, values) => {
      done.push(`${name} ${values.join(" ")}`);
    });
  const workspaces = step("workspaces");
  const revision = step("revision");
  const alerts = step("alerts");

  it("comes after the work, each step once with all its values, in one order", async () => {
    const answer = await transactOn(api.db)(async (trx) => {
      alerts(trx, 1);
      revision(trx, 2);
      alerts(trx, 3, 4);
      workspaces(trx, 5);
      done.push("work");
      return "answer";
    });
    expect([answer, ...done]).toEqual([
      "answer",
      "work",
      "workspaces 5",
      "revision 2",
      "alerts 1 3 4",
    ]);
  });

  it("takes the work back if a step refuses it", async () => {
    const refuse = endStep<string>("request", async (_, [reason]) => {
      throw new Error(reason);
    });
    const organizationId = await api.anOrganization();
    const work = transactOn(api.db)(async (trx) => {
      refuse(trx, "too late");
      await trx.deleteFrom("organizations").where("organization_id", "=", organizationId).execute();
    });
    await expect(work).rejects.toThrow("too late");
    const { rows } = await sql`
      select 1 from organizations where organization_id = ${organizationId}`.execute(api.db);
    expect(rows).toHaveLength(1);
  });

  it("is not to be had in a transaction without one", async () => {
    const work = api.db.transaction().execute(async (trx) => {
      // @ts-expect-error Nothing would give the change a revision.
      await newChange(trx, 1);
    });
    await expect(work).rejects.toThrow();
  });
});
