import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DataDirectoryError, lockDataDirectory } from "../../server/start/dataDirectory.ts";

const holder = join(import.meta.dirname, "lockHolder.ts");

let root: string;
let directory: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lock-"));
  directory = join(root, "data");
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  rmSync(root, { recursive: true });
});

async function aHolder() {
  const child = spawn(process.execPath, ["--import", "tsx", holder, directory], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  started.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    child,
    tryNow: async (): Promise<string> => {
      child.stdin.write("go\n");
      const line = await lines.next();
      return line.value ?? "";
    },
  };
}

it("creates the directory for this user alone and gives it to one holder after the other", async () => {
  const release = await lockDataDirectory(directory);
  await expect(lockDataDirectory(directory)).rejects.toThrow(
    `DATA_DIR: ${directory} is in use by another process (${process.pid}). Stop it first.`,
  );
  await release();
  await (await lockDataDirectory(directory))();
});

it("is not misled by another path to the same directory", async () => {
  const release = await lockDataDirectory(directory);
  symlinkSync(directory, join(root, "link"));
  await expect(lockDataDirectory(join(root, "link"))).rejects.toThrow(DataDirectoryError);
  await release();
});

it("gives the directory to exactly one of several processes that want it at the same instant", async () => {
  const holders = await Promise.all(Array.from({ length: 6 }, aHolder));
  const answers = await Promise.all(holders.map(({ tryNow }) => tryNow()));
  expect(answers.filter((answer) => answer === "won")).toHaveLength(1);
  const others = answers.filter((answer) => answer !== "won");
  for (const line of others) expect(line).toContain(`DATA_DIR: ${directory} is in use`);
});

it.runIf(process.platform === "linux")(
  "is held by its name alone, whatever became of the file",
  async () => {
    const release = await lockDataDirectory(directory);
    // The next process creates its own file, which is not locked.
    rmSync(join(directory, "lock"));
    await expect(lockDataDirectory(directory)).rejects.toThrow(
      `DATA_DIR: ${directory} is in use by another process`,
    );
    await release();
    await (await lockDataDirectory(directory))();
  },
);

it.runIf(process.platform === "linux")(
  "is held by the lock on its file alone, as in another container",
  async () => {
    mkdirSync(directory);
    const other = spawn(
      "flock",
      ["-n", join(directory, "lock"), "sh", "-c", "echo held; exec cat"],
      {
        stdio: ["pipe", "pipe", "inherit"],
      },
    );
    started.push(other);
    const lines = createInterface({ input: other.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe("held");
    await expect(lockDataDirectory(directory)).rejects.toThrow(
      `DATA_DIR: ${directory} is in use by another process. Stop it first.`,
    );
    const gone = new Promise((resolve) => other.once("exit", resolve));
    other.stdin.end();
    await gone;
    await (await lockDataDirectory(directory))();
  },
);

it("is free at once when the holder was killed, whatever its file still says", async () => {
  const { child, tryNow } = await aHolder();
  expect(await tryNow()).toBe("won");
  expect(readFileSync(join(directory, "lock"), "utf8")).toBe(`${child.pid}\n`);
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
  // The pid was reused, by this process.
  writeFileSync(join(directory, "lock"), `${process.pid}\n`);
  await (await lockDataDirectory(directory))();
});

it.runIf(process.platform === "linux")("is not held by a holder that is a zombie", async () => {
  // sleep does not wait for its child, so the child stays a zombie.
  const keeper = spawn(
    "sh",
    [
      "-c",
      `exec 3<&0; "${process.execPath}" --import tsx "${holder}" "${directory}" <&3 & exec sleep 60`,
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  started.push(keeper);
  const lines = createInterface({ input: keeper.stdout })[Symbol.asyncIterator]();
  await lines.next();
  keeper.stdin.write("go\n");
  expect((await lines.next()).value).toBe("won");
  const pid = Number(readFileSync(join(directory, "lock"), "utf8"));
  process.kill(pid, "SIGKILL");
  const state = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0];
  await expect.poll(state).toBe("Z");
  await (await lockDataDirectory(directory))();
});

it.runIf(process.platform === "linux")("says so too where no directory can be made", async () => {
  await expect(lockDataDirectory("/proc/nowhere/data")).rejects.toThrow(
    "DATA_DIR: /proc/nowhere/data cannot be written (ENOENT).",
  );
});

it("says in one line that the directory cannot be written", async () => {
  writeFileSync(join(root, "file"), "");
  await expect(lockDataDirectory(join(root, "file/data"))).rejects.toThrow(
    `DATA_DIR: ${join(root, "file/data")} cannot be written (ENOTDIR).`,
  );
});
