import { expect, it, vi } from "vitest";
import { idTokenOf } from "../process/adminClient.ts";
import { describePostgres } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";
import { copiesBehindProxy, PATIENCE } from "./copiesBehindProxy.ts";

describePostgres("two copies behind a proxy that asks for their readiness", () => {
  const behindProxy = perTest(() => copiesBehindProxy());

  it("are restarted one after the other without a failed request", async () => {
    const client = await behindProxy.steadyClient();
    await behindProxy.replaceAll();
    expect(await client.stop()).toEqual([]);
    expect(client.sent.length).toBeGreaterThan(100);
  });

  it("say that they drain, end their streams, still answer, and end at once on a second signal", async () => {
    const [port] = behindProxy.ports;
    const address = `http://127.0.0.1:${port}`;
    const authorization = `Bearer ${await idTokenOf(address, "staff@example.com")}`;
    const stream = await fetch(`${address}/api/v1/events`, { headers: { authorization } });
    const copy = behindProxy.copies.get(port);
    copy?.signal("SIGTERM");
    await stream.text();
    const ready = await fetch(`${address}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({ code: "UNAVAILABLE", server: "draining" }),
    ]);
    const own = await fetch(`${address}/api/v1/users/me`, { headers: { authorization } });
    expect([own.status, own.headers.get("connection")]).toEqual([200, "close"]);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    await vi.waitUntil(() => {
      copy?.signal("SIGTERM");
      return copy?.hasEnded;
    }, PATIENCE);
    expect((await copy?.ended)?.code).toBe(143);
  });
});
