import { errors } from "../i18n/ja/errors.ts";
import { send } from "../providers/http/send.ts";
import { isNetworkError } from "../providers/problems/errorMessage.ts";
import { relayedSentence } from "../providers/problems/identityError.ts";

/**
 * The SDK waits for 30 s; a person gets an answer within 10 s
 * (docs/product/sign-in.md#identity-service-away).
 */
const ASK_AFTER_MS = 6_000;
const ANSWER_WITHIN_MS = 3_500;

/**
 * Runs a call of the identity service. If it is slow or fails with a network error, our own server
 * says whether the service is away, so that users do not look for the error in their network. A
 * cancelled call aborts its `signal`, because it may still succeed later.
 */
export async function unlessAway(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const givenUp = new AbortController();
  const done = work(givenUp.signal).then(
    () => true,
    async (error: unknown) => {
      const lost = isNetworkError(error) && !relayedSentence(error);
      if (lost && (await serverSays())) throw new Error(errors.identity.away);
      throw error;
    },
  );
  if (await Promise.race([done, pause(ASK_AFTER_MS)])) return;
  const isAway = serverSays().then((said) => said?.identity === "unavailable");
  if (await Promise.race([isAway, done.then(() => false)])) {
    givenUp.abort();
    done.catch(() => {});
    throw new Error(errors.identity.away);
  }
  await done;
}

/** What our server says about the identity service; undefined if it does not answer. */
async function serverSays(): Promise<{ identity: unknown } | undefined> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const { json } = await send("/readyz", { cache: "no-store", signal });
    return { identity: json?.identity };
  } catch {
    return undefined;
  }
}

function pause(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms));
}
