import { addSystemAdmin } from "./api.ts";
import type { Finding } from "./finding.ts";
import { millionContracts } from "./million.ts";
import { adminHeaders, startWatchedServer, type WatchedProcess, withDirectory } from "./server.ts";

/** The CSV file of all contracts from the built server, read as fast as it comes. */
export async function benchCsv(): Promise<Finding[]> {
  const url = await millionContracts();
  await addSystemAdmin(url);
  return withDirectory(async (directory) => {
    const server = await startWatchedServer({ DATABASE_URL: url, DATA_DIR: directory });
    try {
      const headers = await adminHeaders(server.address);
      const few = await download(server, headers, "?q=%E6%9D%B1%E4%BA%AC");
      const all = await download(server, headers, "");
      return [
        {
          what: `the contracts found by a word, ${few.rows.toLocaleString("en")}`,
          measured: few.seconds,
          unit: "s",
        },
        {
          what: `all contracts, ${all.rows.toLocaleString("en")}`,
          measured: all.seconds,
          unit: "s",
          note: `${Math.round(all.megabytes)} MB`,
        },
        { what: "  memory at most, of the former", measured: few.memory, unit: "MB" },
        { what: "  memory at most, of all", measured: all.memory, unit: "MB" },
        {
          what: "  longest time that others are blocked",
          measured: all.loopDelay,
          unit: "ms",
          budget: { atMost: 50 },
        },
      ];
    } finally {
      await server.stop();
    }
  });
}

async function download(server: WatchedProcess, headers: Record<string, string>, query: string) {
  await server.loopDelay();
  const began = performance.now();
  const answer = await fetch(`${server.address}/admin/api/v1/contracts/export${query}`, {
    headers,
  });
  const rows = Number(answer.headers.get("x-total-count"));
  if (answer.status !== 200 || !answer.body) throw new Error(`no file: ${await answer.text()}`);
  let megabytes = 0;
  let memory = 0;
  let looked = 0;
  for await (const chunk of answer.body) {
    megabytes += chunk.length / 1_000_000;
    if (megabytes < looked + 1) continue;
    looked = megabytes;
    memory = Math.max(memory, await server.memory());
  }
  const seconds = (performance.now() - began) / 1000;
  return { rows, seconds, megabytes, memory, loopDelay: await server.loopDelay() };
}
