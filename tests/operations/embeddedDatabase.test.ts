import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../server/db/client.ts";
import { lockDataDirectory } from "../../server/start/dataDirectory.ts";
import { signInAsAdmin } from "../process/adminClient.ts";
import { noEmulatorOf, startServer } from "../process/runningServer.ts";
import { aStartedDirectory } from "../process/startedDirectory.ts";
import { suiteDirectory } from "../support/perSuite.ts";
import { Running } from "../support/running.ts";

const root = suiteDirectory("embedded-");
let whole: string;

beforeAll(async () => {
  whole = join(root, "whole");
  const { db, close } = await openDatabase({ kind: "pglite", dataDir: whole });
  await sql`create table kept as select 1 as value`.execute(db);
  await close();
});

const errorOf = (dataDir: string) =>
  openDatabase({ kind: "pglite", dataDir }).then(
    () => "opened",
    (error: Error) => error.message,
  );

describe("a database directory that was damaged", () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = join(mkdtempSync(join(root, "damaged-")), "database");
    cpSync(whole, dataDir, { recursive: true });
  });

  const emptied = (file: string) => truncateSync(join(dataDir, file));
  const removed = (file: string) => rmSync(join(dataDir, file), { recursive: true });
  const wal = () =>
    readdirSync(join(dataDir, "pg_wal"))
      .filter((name) => /^[0-9A-F]{24}$/.test(name))
      .map((name) => `pg_wal/${name}`);

  it.each<[string, () => void]>([
    ["PG_VERSION is empty", () => emptied("PG_VERSION")],
    ["pg_control is empty", () => emptied("global/pg_control")],
    ["pg_control is gone", () => removed("global/pg_control")],
    [
      "pg_control holds something else",
      () => writeFileSync(join(dataDir, "global/pg_control"), Buffer.alloc(8192, 7)),
    ],
    ["the log is empty", () => wal().forEach(emptied)],
    ["the log is gone", () => wal().forEach(removed)],
    ["the tables are gone", () => removed("base")],
  ])("is called so: %s", async (_, damage) => {
    damage();
    expect(await errorOf(dataDir)).toBe(
      `DATA_DIR: the embedded database in ${dataDir} is damaged; restore a backup.`,
    );
  });

  it("is not replaced where PG_VERSION alone is gone", async () => {
    rmSync(join(dataDir, "PG_VERSION"));
    expect(await errorOf(dataDir)).toContain("is not a database (PG_VERSION is missing)");
    writeFileSync(join(dataDir, "PG_VERSION"), "18\n");
    const { db, close } = await openDatabase({ kind: "pglite", dataDir });
    const { rows } = await sql`select value from kept`.execute(db);
    expect(rows).toEqual([{ value: 1 }]);
    await close();
  });

  it("is ignored where the first start was killed before it was complete", async () => {
    const first = join(root, "first");
    mkdirSync(`${first}.incomplete/base`, { recursive: true });
    expect(await errorOf(first)).toBe("opened");
    expect(readdirSync(root)).not.toContain("first.incomplete");
  });
});

/** A small disk of its own; undefined where one cannot be had. */
function smallDisk(megabytes: number): string | undefined {
  const disk = mkdtempSync(join(tmpdir(), "disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", disk], {
      stdio: "ignore",
    });
    return disk;
  } catch {
    rmSync(disk, { recursive: true });
    return undefined;
  }
}

const probe = smallDisk(1);
const canMount = probe !== undefined;
if (probe) release(probe);

function release(disk: string): void {
  execFileSync("umount", ["--lazy", disk]);
  rmSync(disk, { recursive: true });
}

/** Writes until nothing more fits. */
function fill(disk: string): void {
  for (const size of [1024 * 1024, 4096]) {
    try {
      for (let n = 0; ; n += 1) writeFileSync(join(disk, `fill-${size}-${n}`), Buffer.alloc(size));
    } catch {
      // Full, for this size.
    }
  }
}

describe.runIf(canMount)("a disk that is full", () => {
  let disk: string;
  let server: Running | undefined;

  beforeEach(() => {
    disk = smallDisk(300) ?? "";
  });
  afterEach(async () => {
    await server?.remove();
    if (server) await noEmulatorOf(disk);
    server = undefined;
    release(disk);
  });

  const full = (dataDir: string) =>
    `DATA_DIR: the disk of ${dataDir} is full; make room and start again.`;

  it("is reported where the directory of a first start has no room", async () => {
    const dataDir = join(disk, "database");
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "lock"), "");
    fill(disk);
    await expect(lockDataDirectory(dataDir)).rejects.toThrow(full(dataDir));
    for (const name of readdirSync(disk)) if (name.startsWith("fill")) rmSync(join(disk, name));
    await (await lockDataDirectory(dataDir))();
  });

  it("is reported by a first start, which starts over once there is room", async () => {
    const dataDir = join(disk, "database");
    writeFileSync(join(disk, "other"), Buffer.alloc(290 * 1024 * 1024));
    expect(await errorOf(dataDir)).toBe(full(dataDir));
    rmSync(join(disk, "other"));
    expect(await errorOf(dataDir)).toBe("opened");
  });

  it("is reported by a later start, and nothing is lost", async () => {
    const dataDir = join(disk, "database");
    cpSync(whole, dataDir, { recursive: true });
    fill(disk);
    expect(await errorOf(dataDir)).toBe(full(dataDir));
    for (const name of readdirSync(disk)) if (name.startsWith("fill")) rmSync(join(disk, name));
    const { db, close } = await openDatabase({ kind: "pglite", dataDir });
    expect((await sql`select value from kept`.execute(db)).rows).toEqual([{ value: 1 }]);
    await close();
  });

  it("is reported where PostgreSQL stops because its log has no room", async () => {
    const dataDir = join(disk, "database");
    cpSync(whole, dataDir, { recursive: true });
    const reported = new Promise<Error>((onError) => {
      void openDatabase({ kind: "pglite", dataDir }, undefined, { onError }).then(
        async ({ db }) => {
          fill(disk);
          for (let n = 0; n < 10; n += 1) {
            const log = sql`select pg_logical_emit_message(true, 'x', repeat('x', 6000000))`;
            await log.execute(db).catch(() => {});
          }
        },
      );
    });
    expect((await reported).message).toBe(full(dataDir));
  });

  it("ends a running server with one line and code 1", async () => {
    await aStartedDirectory(disk);
    server = startServer({ DATA_DIR: disk });
    const admin = await signInAsAdmin(await server.address());
    fill(disk);
    const running = server;
    let created = 0;
    while (!running.hasEnded) {
      created += 1;
      await admin.send("POST", "/contracts", aContract(created)).catch(() => {});
    }
    const { code, stderr } = await running.ended;
    expect({ code, stderr: stderr.trimEnd().split("\n").at(-1) }).toEqual({
      code: 1,
      stderr: full(join(disk, "database")),
    });
  });
});

describe("a server whose database thread ends", () => {
  it("ends with one line and code 1", async () => {
    const dataDir = await aStartedDirectory();
    const preload = join(import.meta.dirname, "threadEnder.mjs");
    const server = new Running(
      process.execPath,
      ["--liftoff-only", "--import", preload, "dist/server/main.js"],
      {
        PORT: "0",
        DATA_DIR: dataDir,
      },
    );
    await server.address();
    server.signal("SIGUSR2");
    const { code, stderr } = await server.ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `DATA_DIR: the embedded database in ${join(dataDir, "database")} has stopped: its thread has ended.\n`,
    });
    await noEmulatorOf(dataDir);
    await server.remove();
    rmSync(dataDir, { recursive: true });
  });
});

function aContract(number: number) {
  return {
    organizationName: `満杯商事${number}`,
    adminName: "高橋 花子",
    adminEmail: `full${number}@customer.example.com`,
    startDate: "2027-04-01",
    endDate: "2028-03-31",
    maxTranscriptCount: null,
    maxTranscriptMinutes: null,
    memo: "あ".repeat(500),
  };
}
