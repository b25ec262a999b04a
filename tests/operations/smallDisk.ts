import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { freePort } from "../support/freePort.ts";
import { onServer, urlOf } from "../support/postgresTemplate.ts";
import { ownCluster } from "./ownCluster.ts";

/** A database on a disk of 64 MB, on a server of its own, whose checkpoints a full disk stops. */
export interface SmallDisk {
  /** For files of the test. */
  directory: string;
  url: string;
  /** Another database of the same server, which is not on that disk. */
  beside: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): void;
}

/** Rows of most of a block. */
const FILL = "insert into bulk select repeat(md5(n::text), 200) from generate_series(1, 200) as n";

export async function smallDisk(programs: string): Promise<SmallDisk> {
  const directory = mkdtempSync(join(tmpdir(), "disk-"));
  // PostgreSQL, which does not run as root, has to get there.
  chmodSync(directory, 0o755);
  const disk = join(directory, "small");
  mkdirSync(disk);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m,mode=0755", "tmpfs", disk]);
  mkdirSync(join(disk, "data"));
  execFileSync("chown", ["postgres", join(disk, "data")]);
  const cluster = ownCluster({ programs, port: await freePort() });
  await onServer(cluster.url, async (run) => {
    await run(`create tablespace small location '${join(disk, "data")}'`);
    await run("create database small tablespace small");
  });
  const url = urlOf(cluster.url, "small");
  return {
    directory,
    url,
    beside: cluster.url,
    fill: () =>
      onServer(url, async (run) => {
        await run("create table bulk (filler text)");
        await run("alter table bulk alter column filler set storage external");
        await expect(async () => {
          for (;;) await run(FILL);
        }).rejects.toThrow(/No space left on device/);
      }),
    free: async () => {
      await onServer(url, (run) => run("drop table bulk"));
    },
    remove: () => {
      cluster.remove();
      execFileSync("umount", [disk]);
      rmSync(directory, { recursive: true });
    },
  };
}
