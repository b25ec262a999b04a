import { errors } from "../i18n/ja/errors.ts";
import { isNetworkError } from "../providers/errorMessage.ts";
import { relayedSentence } from "../providers/identityError.ts";
import { send } from "../providers/send.ts";

/** The SDK itself waits for 30 s; a person is told within 10 s (design 10, Identity). */
const ASK_AFTER_MS = 6_000;
const ANSWER_WITHIN_MS = 3_500;

/**
 * Does what needs the identity service. Where it takes long, or fails as if there were no network,
 * our own server tells whether the service is away: then nobody should look at their network.
 * What is given up ends its `signal`, for it may come through later.
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
  const isAway = serverSays().then((status) => status === "degraded");
  if (await Promise.race([isAway, done.then(() => false)])) {
    givenUp.abort();
    done.catch(() => {});
    throw new Error(errors.identity.away);
  }
  await done;
}

/** What our server says about its parts; undefined where there is no answer at all. */
async function serverSays(): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const { json } = await send("/readyz", { cache: "no-store", signal });
    return typeof json?.status === "string" ? json.status : "answers";
  } catch {
    return undefined;
  }
}

function pause(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms));
}
