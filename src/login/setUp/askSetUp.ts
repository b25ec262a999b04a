import type { SetUp, SsoProviderUpdate } from "../../../domain/ways/schemas.ts";
import { ResponseError, releaseHeader, send } from "../../providers/http/send.ts";

interface Questions {
  open: object;
  provider: { provider: SsoProviderUpdate };
  test: { idToken: string };
  "domains/check": { name: string };
  finish: object;
}

/** Calls an endpoint of the holder of a link, who is nobody's user. Throws what messageFor reads. */
export async function askSetUp<Question extends keyof Questions>(
  question: Question,
  body: Questions[Question] & { token: string },
): Promise<SetUp> {
  const { status, json } = await send(`/api/v1/set-up/${question}`, {
    method: "POST",
    headers: [
      ["Accept", "application/json"],
      ["Content-Type", "application/json"],
      [...releaseHeader],
    ],
    body: JSON.stringify(body),
  });
  if (status < 200 || status >= 300) throw new ResponseError(status, json);
  return json;
}
