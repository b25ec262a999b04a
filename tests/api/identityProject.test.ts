import { expect, it } from "vitest";
import { checkProject, claimProject, OtherProjectError } from "../../server/db/startChecks.ts";
import { describeDatabase, testDatabase } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";

describeDatabase("a database", (engine) => {
  const database = perTest(() => testDatabase(engine));

  it("belongs to no identity project until it is claimed", async () => {
    await checkProject(database.db, "any-project");
  });

  it("remembers the project that claimed it, and refuses every other", async () => {
    await claimProject(database.db, "my-project");
    await claimProject(database.db, "my-project");
    await checkProject(database.db, "my-project");
    for (const ask of [checkProject, claimProject]) {
      await expect(ask(database.db, "demo-other")).rejects.toMatchObject({ owner: "my-project" });
    }
    const rows = await database.db.selectFrom("identity_project").selectAll().execute();
    expect(rows).toEqual([{ project_id: "my-project" }]);
  });

  it("takes two copies that start at once", async () => {
    await Promise.all([1, 2, 3].map(() => claimProject(database.db, "my-project")));
  });

  it("belongs to one of two projects that start at once", async () => {
    const claims = ["one-project", "two-project", "demo-three"].map((project) =>
      claimProject(database.db, project),
    );
    const outcomes = await Promise.allSettled(claims);
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason] : [],
    );
    expect(refused).toHaveLength(2);
    for (const reason of refused) expect(reason).toBeInstanceOf(OtherProjectError);
  });
});
