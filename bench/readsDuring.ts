import { connect } from "node:net";
import { Lane } from "./lane.ts";

interface Reads {
  address: string;
  headers: Record<string, string>;
  /** The path of the next read. */
  path: () => string;
  pauseMs: number;
}

/** Reads over one connection while `work` runs; the time of each in ms. */
export async function readsDuring(
  { address, headers, path, pauseMs }: Reads,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const { hostname, port, host } = new URL(address);
  const lane = new Lane(connect({ host: hostname, port: Number(port) }));
  await lane.opened;
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const times: number[] = [];
  let isRunning = true;
  const working = work().finally(() => {
    isRunning = false;
  });
  const reading = (async () => {
    while (isRunning) {
      const { status, ms } = await lane.ask(
        `GET ${path()} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`,
      );
      if (status !== 200) throw new Error(`a read was answered ${status}`);
      times.push(ms);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  })();
  await Promise.all([working, reading]).finally(() => lane.close());
  return times;
}
