import { withClient } from "./builtDatabase.ts";
import type { Finding } from "./finding.ts";
import { median } from "./latency.ts";
import { millionContracts } from "./million.ts";
import { startBuiltServer, withDirectory } from "./server.ts";

const STARTS = 3;

/** From the start of the process to the line with its address, and its memory then. */
export async function benchStart(): Promise<Finding[]> {
  const embedded = await withDirectory(async (directory) => {
    await measureStart({ DATA_DIR: directory });
    return measureStarts({ DATA_DIR: directory });
  });
  const url = await millionContracts();
  // The database belongs to the demo project, as other parts use it.
  await forgetProject(url);
  const postgres = await measureStarts({
    DATABASE_URL: url,
    FIREBASE_PROJECT_ID: "knowledge-insight-bench",
    FIREBASE_API_KEY: "k",
    FIREBASE_AUTH_DOMAIN: "bench.example.com",
  }).finally(() => forgetProject(url));
  return [
    {
      what: "second start, embedded",
      measured: embedded.seconds,
      unit: "s",
      budget: { atMost: 10 },
    },
    {
      what: "start on PostgreSQL",
      measured: postgres.seconds,
      unit: "s",
      budget: { atMost: 1.5 },
    },
    {
      what: "memory on PostgreSQL when it is ready",
      measured: postgres.memory,
      unit: "MB",
      budget: { atMost: 150 },
    },
    { what: "memory, embedded, without the emulator", measured: embedded.memory, unit: "MB" },
  ];
}

async function forgetProject(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("delete from identity_project");
  });
}

async function measureStarts(variables: Record<string, string>) {
  const starts = [];
  for (let n = 0; n < STARTS; n += 1) starts.push(await measureStart(variables));
  return {
    seconds: median(starts.map(({ seconds }) => seconds)),
    memory: median(starts.map(({ memory }) => memory)),
  };
}

async function measureStart(variables: Record<string, string>) {
  const server = await startBuiltServer(variables);
  const memory = await server.memory();
  await server.stop();
  return { seconds: server.readyMs / 1000, memory };
}
