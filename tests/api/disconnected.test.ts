import { setTimeout as after } from "node:timers/promises";
import fastify from "fastify";
import { expect, it, onTestFinished, vi } from "vitest";
import { errorMapper } from "../../server/plugins/errorMapper.ts";
import { disconnectSignal } from "../../server/plugins/uploads.ts";

it("is no error of the server when a client leaves and its work is stopped", async () => {
  const log: string[] = [];
  const app = fastify({ logger: { stream: { write: (line) => log.push(line) } } });
  onTestFinished(() => app.close());
  await app.register(errorMapper);
  const answered = vi.fn();
  app.addHook("onSend", async () => answered());
  const client = new AbortController();
  app.get("/", async (_request, reply) => {
    client.abort();
    await after(60_000, null, { signal: disconnectSignal(reply) });
  });
  await expect(fetch(await app.listen(), { signal: client.signal })).rejects.toThrow(/abort/);
  await expect.poll(() => answered).toHaveBeenCalled();
  expect(log.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
});
