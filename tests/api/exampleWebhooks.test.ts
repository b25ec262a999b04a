import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Webhook as Signer } from "standardwebhooks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { freePort } from "../support/freePort.ts";
import { Running } from "../support/running.ts";

const EXAMPLE = join(import.meta.dirname, "..", "..", "examples", "receiveWebhooks.mjs");
const SECRET = `whsec_${randomBytes(32).toString("base64")}`;
const BODY = JSON.stringify({ type: "vocabulary.changed", organizationId: 1, revision: 7 });

let receiver: Running;
let port: number;

beforeEach(async () => {
  port = await freePort();
  const variables = { WEBHOOK_SECRET: SECRET, WEBHOOK_PORT: String(port) };
  receiver = new Running(process.execPath, [EXAMPLE], variables);
});
afterEach(() => receiver.remove());

async function send(id: string, secret = SECRET): Promise<number> {
  const at = new Date();
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": new Signer(secret).sign(id, at, BODY),
    },
    body: BODY,
  });
  return answer.status;
}

it("examples/receiveWebhooks.mjs prints a message once, and a line for a repeated or refused one", async () => {
  const status = await vi.waitFor(() => send("msg_1"), { timeout: 30_000 });
  expect(status).toBe(204);
  expect(await send("msg_1")).toBe(204);
  expect(await send("msg_2", `whsec_${randomBytes(32).toString("base64")}`)).toBe(401);
  await vi.waitUntil(() => receiver.stdout.trim().split("\n").length === 3);
  expect(receiver.stdout).toBe(
    [
      "{ type: 'vocabulary.changed', organizationId: 1, revision: 7 }",
      "Repeated msg_1.",
      "Refused msg_2: it has no valid signature or is too old.",
      "",
    ].join("\n"),
  );
});
