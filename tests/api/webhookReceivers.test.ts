import { describe, expect, it } from "vitest";
import { receiverProblem } from "../../server/modules/webhooks/service/receiverAddress.ts";
import { post } from "../../server/modules/webhooks/service/sender.ts";
import {
  aBadReceiver,
  aClosedPort,
  aReceiverWithWrongCertificate,
  type Behaviour,
} from "../support/badReceivers.ts";
import { aNameServer } from "../support/nameServer.ts";
import { aReceiver } from "../support/receiver.ts";

/** Nothing in these tests takes so long. */
const patient = { answersWithinMs: 60_000, lookUpWithinMs: 60_000 };
const hasty = { answersWithinMs: 200, lookUpWithinMs: 200 };
const EMBEDDED = { allowsLoopback: true, ...patient };
const PRODUCTION = { allowsLoopback: false, ...patient };

const message = { headers: {}, body: "{}" };
const FORBIDDEN = { status: null, error: "address is not public" };

describe("a receiver", () => {
  const refused =
    "社内や端末内のアドレスには送信できません。外部から接続できるURLを入力してください。";

  it.each([
    // IPv4 that is not public
    "127.0.0.1",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "2130706433",
    "localhost",
    "db.localhost",
    // IPv6 that is not global unicast
    "[::]",
    "[::1]",
    "[100::1]",
    "[4000::1]",
    "[5f00::1]",
    "[fc00::1]",
    "[fd00::1]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[2001:db8::1]",
    "[3fff::1]",
    // IPv4 within IPv6
    "[::10.0.0.1]",
    "[::8.8.8.8]",
    "[::ffff:127.0.0.1]",
    "[::ffff:10.0.0.1]",
    "[::ffff:0:10.0.0.1]",
    "[64:ff9b::a00:1]",
    "[64:ff9b:1::a00:1]",
    "[2002:a00:1::1]",
    "[2001:0:a00:1::1]",
  ])("may not be at %s, neither when it is registered nor when it is told", async (host) => {
    const url = `https://${host}/`;
    expect(await receiverProblem(url, PRODUCTION)).toBe(refused);
    expect(await post(url, message, PRODUCTION)).toEqual(FORBIDDEN);
  });

  it("may be at a public address, by https only", async () => {
    expect(await receiverProblem("https://8.8.8.8/", PRODUCTION)).toBeUndefined();
    expect(await receiverProblem("https://[2606:4700::1111]/", PRODUCTION)).toBeUndefined();
    expect(await receiverProblem("https://[2400:8500::1]/", PRODUCTION)).toBeUndefined();
    expect(await receiverProblem("https://[::ffff:8.8.8.8]/", PRODUCTION)).toBeUndefined();
    expect(await receiverProblem("http://8.8.8.8/", PRODUCTION)).toBe(
      "URLはhttps://で始まるものを入力してください。",
    );
  });

  it("on this machine is allowed with embedded parts, and no other private one", async () => {
    expect(await receiverProblem("http://localhost:8080/", EMBEDDED)).toBeUndefined();
    expect(await receiverProblem("http://10.0.0.1/", EMBEDDED)).toBe(refused);
  });

  it("is looked up again for each message, so that a host that was public then is refused", async () => {
    const receiver = await aReceiver();
    const url = receiver.url.replace("127.0.0.1", "localhost");
    expect(await post(url, message, EMBEDDED)).toEqual({ status: 204, error: null });
    expect(await post(url, message, PRODUCTION)).toEqual(FORBIDDEN);
    expect(receiver.messages).toHaveLength(1);
    await receiver.close();
  });

  it("is looked up by a resolver of its own, which gives up in time", async () => {
    const [nameServer, receiver] = [await aNameServer(), await aReceiver()];
    const at = (name: string) => receiver.url.replace("127.0.0.1", name);
    const by = { nameServers: [nameServer.address] };
    expect(await post(at("good.alive.test"), message, { ...EMBEDDED, ...by })).toEqual({
      status: 204,
      error: null,
    });
    expect(await post(at("good.alive.test"), message, { ...PRODUCTION, ...by })).toEqual(FORBIDDEN);
    const late = { ...EMBEDDED, ...by, lookUpWithinMs: 100 };
    expect(await post(at("dead.test"), message, late)).toEqual({
      status: null,
      error: "EAI_AGAIN",
    });
    expect(await receiverProblem("https://dead.test/", late)).toBe(
      "URLのホスト名が見つかりませんでした。",
    );
    await expect.poll(() => nameServer.ignored).toContain("dead.test");
    await Promise.all([nameServer.close(), receiver.close()]);
  });
});

describe("a message ends", () => {
  it.each([
    ["switches protocols", { status: 101, error: null }],
    ["gives hints without an end", { status: null, error: "too long" }],
    ["sends a head without an end", { status: null, error: "HPE_HEADER_OVERFLOW" }],
    ["sends a body without an end", { status: 200, error: null }],
    ["redirects", { status: 302, error: null }],
    ["resets the connection", { status: null, error: "ECONNRESET" }],
  ] as const)("at once at a receiver that %s", async (behaviour, result) => {
    await sendTo(behaviour, EMBEDDED, result);
  });

  it.each([
    ["gives hints only", { status: null, error: "timeout" }],
    ["sends half a head", { status: null, error: "timeout" }],
    ["never answers", { status: null, error: "timeout" }],
  ] as const)("at its limit at a receiver that %s", async (behaviour, result) => {
    await sendTo(behaviour, { ...EMBEDDED, ...hasty }, result);
  });

  it("at its limit with the status that has come, at a receiver that sends half a body", async () => {
    const receiver = await aBadReceiver("sends half a body");
    // The head may come late on a busy machine.
    for (let answersWithinMs = 200; ; answersWithinMs *= 4) {
      const { status, error } = await post(receiver.url, message, { ...EMBEDDED, answersWithinMs });
      if (status === null && error === "timeout" && answersWithinMs < 20_000) continue;
      expect({ status, error }).toEqual({ status: 200, error: null });
      break;
    }
    await receiver.close();
  });

  it("at a port that is closed, and at a wrong certificate", async () => {
    const wrong = await aReceiverWithWrongCertificate();
    expect(await post(await aClosedPort(), message, EMBEDDED)).toEqual({
      status: null,
      error: "ECONNREFUSED",
    });
    expect(await post(wrong.url, message, EMBEDDED)).toEqual({
      status: null,
      error: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
    await wrong.close();
  });

  async function sendTo(behaviour: Behaviour, rules: typeof EMBEDDED, result: object) {
    const receiver = await aBadReceiver(behaviour);
    expect(await post(receiver.url, message, rules)).toEqual(result);
    await expect.poll(() => receiver.open(), { timeout: 30_000 }).toBe(0);
    await receiver.close();
  }
});
