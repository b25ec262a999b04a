import { z } from "zod";
import { PASSWORD } from "./people.ts";

const signedIn = z.object({ idToken: z.string() });

/** Signs in as the browser would; gives the ID token. */
export async function signIn(emulatorUrl: string, email: string, password = PASSWORD) {
  const response = await fetch(
    `${emulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    },
  );
  return signedIn.parse(await response.json()).idToken;
}

/** A token as the emulator makes them, unsigned, with other claims than the person's own. */
export function forgedToken(idToken: string, claims: Record<string, unknown>): string {
  const [header = "", payload = ""] = idToken.split(".");
  const own: object = JSON.parse(Buffer.from(payload, "base64url").toString());
  const changed = Buffer.from(JSON.stringify({ ...own, ...claims })).toString("base64url");
  return `${header}.${changed}.`;
}
