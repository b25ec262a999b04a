import { expect, it } from "vitest";
import { readCatalogue } from "../../server/db/catalogue.ts";
import { HELD_NAMES } from "../../server/restored/held.ts";
import { RESTORED_TABLES } from "../../server/restored/noteRestore.ts";
import { describeDatabase, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";

describeDatabase("what a restore brings back", (engine) => {
  const database = perSuite(() => testDatabase(engine));

  it("is said of every table of the schema: it comes back, is held or ends", async () => {
    const parts = [...(await readCatalogue(database.db)).keys()];
    const tables = parts.flatMap((part) => /^column (\w+)\./.exec(part)?.[1] ?? []);
    expect(Object.keys(RESTORED_TABLES).toSorted()).toEqual([...new Set(tables)].toSorted());
  });

  it("is held by some table for each kind that can be released", () => {
    const held = Object.values(RESTORED_TABLES).flatMap((said) =>
      said !== "comes back" && "held" in said ? [said.held] : [],
    );
    expect(held.toSorted()).toEqual([...HELD_NAMES].toSorted());
  });
});
