import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, vi } from "vitest";
import { startServer } from "./runningServer.ts";

/**
 * Fills a data directory as a first start leaves it, for tests that are not about first starts,
 * which take twice the time of others. One start per run makes it for all.
 */
export async function aStartedDirectory(
  directory = mkdtempSync(join(tmpdir(), "started-")),
): Promise<string> {
  cpSync(await startedOnce(), directory, { recursive: true });
  return directory;
}

/** The test files run in several processes; the first one that asks makes it. */
async function startedOnce(): Promise<string> {
  const parent = inject("startedDirectories");
  const whole = join(parent, "whole");
  if (isFirst(parent)) {
    const draft = join(parent, "draft");
    const server = startServer({ DATA_DIR: draft });
    try {
      await server.address();
      server.signal("SIGTERM");
      await server.ended;
    } finally {
      await server.remove();
    }
    renameSync(draft, whole);
  }
  await vi.waitUntil(() => existsSync(whole), { timeout: 90_000, interval: 100 });
  return whole;
}

function isFirst(parent: string): boolean {
  try {
    mkdirSync(join(parent, "begun"));
    return true;
  } catch {
    return false;
  }
}
