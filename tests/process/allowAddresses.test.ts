import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "../../server/db/client.ts";
import { eventsOf } from "../support/auditEvents.ts";
import { anOrganization } from "../support/contractRows.ts";
import { pgliteTemplate } from "../support/pgliteTemplate.ts";
import { Running } from "../support/running.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "addresses-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

async function allowAddresses(...parameters: string[]) {
  const running = new Running(
    process.execPath,
    ["--liftoff-only", "dist/server/allowAddresses.js", ...parameters],
    {
      DATA_DIR: dataDir,
    },
  );
  const { code, stdout, stderr } = await running.ended;
  await running.remove();
  return { code, stdout, stderr };
}

const opened = async () =>
  openDatabase({
    kind: "pglite",
    dataDir: join(dataDir, "database"),
    loadDataDir: await pgliteTemplate(),
  });

it("lets the users of an organization in again, as the operator", async () => {
  const database = await opened();
  const id = await anOrganization(database.db, "組織", "12345678");
  const other = await anOrganization(database.db, "別の組織", "12345679");
  await database.db
    .updateTable("organizations")
    .set({ allowed_addresses: ["203.0.113.0/24", "2001:db8::1"] })
    .execute();
  await database.close();
  const limited = `Organization ${id}: 203.0.113.0/24, 2001:db8::1\n`;
  expect(await allowAddresses(`${id}`)).toEqual({ code: 0, stdout: limited, stderr: "" });
  const free = { code: 0, stdout: `Organization ${id}: no limit on addresses.\n`, stderr: "" };
  expect(await allowAddresses(`${id}`, "--clear")).toEqual(free);
  expect(await allowAddresses(`${id}`)).toEqual(free);
  expect(await allowAddresses("999")).toEqual({
    code: 1,
    stdout: "",
    stderr: "There is no organization 999.\n",
  });
  const { db, close } = await openDatabase({ kind: "pglite", dataDir: join(dataDir, "database") });
  const rows = await db
    .selectFrom("organizations")
    .select("allowed_addresses")
    .orderBy("organization_id")
    .execute();
  expect(rows.map(({ allowed_addresses: allowed }) => allowed.length)).toEqual([0, 2]);
  expect(other).toBeGreaterThan(id);
  expect(await eventsOf(db, "allowAddresses")).toMatchObject([
    {
      actor_kind: "operator",
      organization_id: id,
      changes: [{ field: "allowedAddresses", after: [] }],
    },
  ]);
  await close();
});

it.each([[[]], [["all"]], [["1", "--open"]], [["1", "--clear", "2"]]])(
  "refuses %j in one line",
  async (parameters) => {
    expect(await allowAddresses(...parameters)).toEqual({
      code: 1,
      stdout: "",
      stderr: "Usage: allowAddresses.js ORGANIZATION_ID [--clear]\n",
    });
  },
);
