import type { Finding } from "./finding.ts";
import type { RunningProcess } from "./server.ts";

export async function benchScreens(_: { api: RunningProcess }): Promise<Finding[]> {
  return [];
}
