import type { invitationEndpoints } from "../../../domain/api/session.ts";
import { ResponseError, releaseHeader, send } from "../../providers/http/send.ts";

/** The code of the identity service for a link of an invitation. Throws ResponseError. */
export async function openInvitation(token: string): Promise<string> {
  const { oobCode } = await call("POST /invitations/open", token, 200);
  return oobCode;
}

/** Sends a new invitation to the same address. Throws ResponseError. */
export async function renewInvitation(token: string): Promise<void> {
  await call("POST /invitations/renew", token, 202);
}

async function call(endpoint: keyof typeof invitationEndpoints, token: string, wanted: number) {
  const { status, json } = await send(`/api/v1${endpoint.slice("POST ".length)}`, {
    method: "POST",
    headers: [
      ["Accept", "application/json"],
      ["Content-Type", "application/json"],
      [...releaseHeader],
    ],
    body: JSON.stringify({ token }),
  });
  if (status !== wanted) throw new ResponseError(status, json);
  return json;
}
