import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { ProblemError } from "../problem.ts";

export type ReserveMail = (email: string) => Promise<() => Promise<void>>;

const SENDS_MAIL = "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode";
const sent = z.object({ email: z.string().min(1).max(320) });

/** Reserves the mail that a relayed call requests; undefined if it requests none. Throws 429. */
export async function reserveRelayedMail(
  reserve: ReserveMail,
  path: string,
  { body }: FastifyRequest,
): Promise<(() => Promise<void>) | undefined> {
  const email = path === SENDS_MAIL && Buffer.isBuffer(body) ? emailIn(body) : undefined;
  return email === undefined ? undefined : reserve(email);
}

export function refuseMail(reply: FastifyReply, error: unknown) {
  if (!(error instanceof ProblemError) || error.statusCode !== 429) throw error;
  const message = "TOO_MANY_ATTEMPTS_TRY_LATER";
  return reply
    .code(400)
    .headers({ ...error.headers, "cache-control": "no-store" })
    .send({ error: { code: 400, message, errors: [{ message, domain: "global" }] } });
}

function emailIn(body: Buffer): string | undefined {
  try {
    return sent.parse(JSON.parse(body.toString("utf8"))).email;
  } catch {
    // Let the identity service reject it with its own message.
    return undefined;
  }
}
