import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

/**
 * Opens something before the tests of this describe, or of this file, and closes it after them
 * where it has a `close`. What opens later can use it, and closes first.
 */
export function perSuite<T extends object>(open: () => T | Promise<T>): T {
  return opened(open, beforeAll, afterAll);
}

/** The same for each test. */
export function perTest<T extends object>(open: () => T | Promise<T>): T {
  return opened(open, beforeEach, afterEach);
}

/** The path of an empty directory, which is removed after the tests. */
export function suiteDirectory(prefix: string): string {
  const directory = mkdtempSync(join(tmpdir(), prefix));
  afterAll(() => rmSync(directory, { recursive: true }));
  return directory;
}

type Hook = (run: () => Promise<void>) => void;

function opened<T extends object>(open: () => T | Promise<T>, before: Hook, after: Hook): T {
  let current: T | undefined;
  before(async () => {
    current = await open();
  });
  after(async () => {
    const last = current;
    current = undefined;
    if (last && "close" in last && typeof last.close === "function") await last.close();
  });
  return standIn(() => {
    if (!current) throw new Error("what a test opens is there only while the test runs");
    return current;
  });
}

/** An object whose properties are those of the current one. */
function standIn<T extends object>(current: () => T): T {
  return new Proxy(Object.create(null), {
    get: (_, key) => {
      const value: unknown = Reflect.get(current(), key);
      return typeof value === "function" ? value.bind(current()) : value;
    },
    set: (_, key, value) => Reflect.set(current(), key, value),
    has: (_, key) => Reflect.has(current(), key),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, key) => {
      const described = Reflect.getOwnPropertyDescriptor(current(), key);
      return described && { ...described, configurable: true };
    },
  });
}
