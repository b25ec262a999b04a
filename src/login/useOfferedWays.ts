import { useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { normalEmail } from "../../domain/users/emailAddress.ts";
import type { OfferedWays } from "../../domain/ways/schemas.ts";
import { releaseHeader, send } from "../providers/http/send.ts";
import { emailError } from "./emailAddress.ts";

/** After this the page stays with the password. */
const ANSWER_WITHIN_MS = 3_000;

type Ways = OfferedWays["ways"];

/**
 * How the person of this address signs in, once `ask` was called and the server has answered; undefined
 * before, and where it does not answer.
 */
export function useOfferedWays(entered: string) {
  const email = normalEmail(entered);
  const [answered, setAnswered] = useState<{ email: string; ways: Ways }>();
  const asked = useRef<{ email: string; ways: Promise<Ways | undefined> }>(undefined);

  async function ask(): Promise<Ways | undefined> {
    if (emailError(email)) return undefined;
    if (asked.current?.email !== email) asked.current = { email, ways: offeredFor(email) };
    const question = asked.current;
    const ways = await question.ways;
    if (asked.current !== question) return undefined;
    // The caller moves the focus to what is shown then.
    if (ways) flushSync(() => setAnswered({ email, ways }));
    else asked.current = undefined;
    return ways;
  }

  const askAtStart = useEffectEvent(ask);
  useEffect(() => void askAtStart(), []);

  return { ways: answered?.email === email ? answered.ways : undefined, ask };
}

async function offeredFor(email: string): Promise<Ways | undefined> {
  try {
    const { status, json } = await send("/api/v1/sign-in/ways", {
      method: "POST",
      headers: [
        ["Accept", "application/json"],
        ["Content-Type", "application/json"],
        [...releaseHeader],
      ],
      body: JSON.stringify({ email }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return status === 200 ? json.ways : undefined;
  } catch {
    return undefined;
  }
}
