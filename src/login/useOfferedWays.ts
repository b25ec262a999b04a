import { useRef, useState } from "react";
import { normalEmail } from "../../domain/users/emailAddress.ts";
import type { OfferedWays } from "../../domain/ways/schemas.ts";
import { send } from "../providers/http/send.ts";
import { emailError } from "./emailAddress.ts";
import type { SsoPanel } from "./SsoPanel.tsx";

/** After this the page stays with the password. */
const ANSWER_WITHIN_MS = 3_000;

export type LoadSso = () => Promise<typeof SsoPanel>;

interface Offer extends OfferedWays {
  email: string;
  /** Where single sign-on is the first of the ways. */
  Panel?: typeof SsoPanel;
}

/**
 * How the person of this address signs in, once `ask` was called and the server has answered; undefined
 * before, and where it does not answer.
 */
export function useOfferedWays(entered: string, loadSso: LoadSso) {
  const email = normalEmail(entered);
  const [known, setKnown] = useState<Offer>();
  const asked = useRef<{ email: string; offer: Promise<Offer | undefined> }>(undefined);

  async function ask(): Promise<Offer | undefined> {
    if (emailError(email)) return undefined;
    if (asked.current?.email !== email) asked.current = { email, offer: offerFor(email, loadSso) };
    const question = asked.current;
    const offer = await question.offer;
    if (asked.current !== question) return undefined;
    if (offer) setKnown(offer);
    else asked.current = undefined;
    return offer;
  }

  return { offer: known?.email === email ? known : undefined, ask };
}

async function offerFor(email: string, loadSso: LoadSso): Promise<Offer | undefined> {
  try {
    const { status, json } = await send("/api/v1/sign-in/ways", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (status !== 200) return undefined;
    const { ways }: OfferedWays = json;
    return { email, ways, ...(ways[0]?.providerId ? { Panel: await loadSso() } : {}) };
  } catch {
    return undefined;
  }
}
