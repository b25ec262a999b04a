import { connect } from "node:net";
import { Lane } from "./lane.ts";

/** Times in ms of the answered requests, and the numbers of the others. */
export interface Answers {
  times: number[];
  refused: number;
  failed: number;
}

interface LoadTarget {
  address: string;
  /** Of the people who ask in turn. */
  headers: readonly Record<string, string>[];
  /** Requested in turn. */
  paths: readonly string[];
}

export interface LoadOptions {
  connections: number;
  seconds: number;
  /** Requests per second, evenly spread; without it, as fast as connections are free. */
  rate?: number;
}

const TICK_MS = 10;

/**
 * Sends GETs over connections that are open before the clock starts. Lighter than autocannon, which
 * needs seconds for a thousand connections and sends in bursts.
 */
export async function steadyLoad(target: LoadTarget, options: LoadOptions): Promise<Answers> {
  const { hostname, port, host } = new URL(target.address);
  const heads = target.headers.map((headers) =>
    Object.entries({ host, ...headers })
      .map(([name, text]) => `${name}: ${text}\r\n`)
      .join(""),
  );
  const answers: Answers = { times: [], refused: 0, failed: 0 };
  const free: Lane[] = [];
  const all = Array.from({ length: options.connections }, () => {
    return new Lane(connect({ host: hostname, port: Number(port) }));
  });
  await Promise.all(all.map((lane) => lane.opened));
  free.push(...all);

  let sent = 0;
  let over = false;
  const sendOne = () => {
    const lane = free.pop();
    if (!lane) return;
    const path = target.paths[sent % target.paths.length];
    const request = `GET ${path} HTTP/1.1\r\n${heads[sent % heads.length]}\r\n`;
    sent += 1;
    void lane.ask(request).then(({ status, ms }) => {
      if (status === 200) answers.times.push(ms);
      else if (status === 503 || status === 429) answers.refused += 1;
      else answers.failed += 1;
      free.push(lane);
      if (!options.rate && !over) sendOne();
    });
  };
  const began = performance.now();
  const due = () => (options.rate ? ((performance.now() - began) / 1_000) * options.rate : 0);
  if (!options.rate) for (const _ of all) sendOne();
  while (performance.now() - began < options.seconds * 1_000) {
    while (sent < due() && free.length > 0) sendOne();
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  over = true;
  while (free.length < all.length) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  for (const lane of all) lane.close();
  return answers;
}
