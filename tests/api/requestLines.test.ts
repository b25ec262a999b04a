import { describe, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { usualEngine } from "../support/database.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const GIVEN = {
  "x-request-id": "proxy-1234567890",
  traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
};

describe.each([
  ["of a trusted proxy", "loopback", "network"],
  ["of anyone", "203.0.113.1", "full"],
])("the log line of a request %s", (_, proxies, addresses) => {
  const env = { TRUST_PROXY: proxies, LOG_ADDRESSES: addresses, LOG_LEVEL: "info" };
  const api = suiteApi(usualEngine, { env });
  const isTrusted = proxies === "loopback";

  const ask = async (headers: Record<string, string>) => {
    const answer = await api.app.inject({ url: "/api/v1/dictionaries/7", headers });
    const line = api.log.map((text) => JSON.parse(text)).findLast(({ msg }) => msg === "request");
    return { id: answer.headers["x-request-id"], line };
  };

  it("has the route and the code of the problem, and an id and a trace that is trusted", async () => {
    const { id, line } = await ask(GIVEN);
    expect(line).toMatchObject({
      path: "/api/v1/dictionaries/7",
      route: "/api/v1/dictionaries/:id",
      status: 401,
      code: "UNAUTHENTICATED",
      address: isTrusted ? "127.0.0.0/24" : "127.0.0.1",
      requestId: id,
    });
    expect(id === GIVEN["x-request-id"]).toBe(isTrusted);
    expect(line.traceId).toBe(isTrusted ? TRACE : undefined);
  });

  it.each(["short", "x".repeat(129), "a b c d e f g", 'quote"quote"'])(
    "has an id of its own instead of %s",
    async (given) => {
      expect((await ask({ ...GIVEN, "x-request-id": given })).id).toMatch(/^[\da-f-]{36}$/);
    },
  );
});
