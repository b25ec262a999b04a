import type { SpawnOptions } from "node:child_process";

export function runCommand(
  command: string,
  parameters: readonly string[],
  options?: SpawnOptions,
): Promise<number>;
