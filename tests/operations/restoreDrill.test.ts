import { expect, it } from "vitest";
import { postgresPrograms } from "../../scripts/findPostgresPrograms.ts";
import { freePort } from "../support/freePort.ts";
import { Running } from "../support/running.ts";

const programs = postgresPrograms();

it.skipIf(!programs)("goes back to a time as docs/operations/backup.md says", async () => {
  const { code, stdout, stderr } = await new Running(
    "sh",
    ["scripts/restoreDrill.sh", String(await freePort())],
    { PG_BIN: programs ?? "" },
  ).ended;
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("Accounts follow the database again.\n");
  expect(stdout).toMatch(/Nothing is wrong \(\d+ checks\)\.\nThe drill has passed\.\n$/);
});
