// Receives webhooks of the console and checks their signatures (Standard Webhooks); prints each message once,
// and a line for one that is repeated or refused:
//   WEBHOOK_SECRET=whsec_… WEBHOOK_PORT=8080 node examples/receiveWebhooks.mjs
// While a secret is replaced, WEBHOOK_SECRET may hold both, divided by a space.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const TOLERANCE_SECONDS = 5 * 60;
const { WEBHOOK_SECRET = "", WEBHOOK_PORT = "8080" } = process.env;

/** Whether one of the signatures is that of one of our secrets, and the message is recent. */
export function isGenuine(headers, body, secrets) {
  const {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": sent = "",
  } = headers;
  if (!id || Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
    return sent.split(" ").some((each) => {
      const signature = Buffer.from(each.replace(/^v1,/, ""), "base64");
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    });
  });
}

/** Calls `onMessage` once for each message, although it may arrive several times. */
export function receiveWebhooks(onMessage) {
  const seen = new Set();
  return createServer(async (request, response) => {
    const body = await text(request);
    const isOurs = isGenuine(request.headers, body, WEBHOOK_SECRET.split(" "));
    response.writeHead(isOurs ? 204 : 401).end();
    const id = request.headers["webhook-id"];
    if (!isOurs) return console.log(`Refused ${id}: it has no valid signature or is too old.`);
    if (seen.has(id)) return console.log(`Repeated ${id}.`);
    seen.add(id);
    onMessage(JSON.parse(body));
  }).listen(Number(WEBHOOK_PORT));
}

if (process.argv[1] === import.meta.filename) receiveWebhooks((message) => console.log(message));
