import { afterAll, beforeAll } from "vitest";
import { z } from "zod";
import type { Emulator } from "../../server/identity/emulator.ts";
import { TEST_PROJECT, testEmulator, testFirebase } from "./testFirebase.ts";
import type { TestIdentity } from "./testIdentity.ts";

const sent = z.object({
  oobCodes: z.array(z.object({ email: z.string(), requestType: z.string() })),
});

/** For a file that depends on Firebase itself: firebase-admin over an Auth Emulator. */
export function emulatorOfFile() {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await testEmulator();
  });
  afterAll(() => emulator.close());

  return {
    /** http://127.0.0.1:port */
    url: () => emulator.url,
    identity: (): TestIdentity => ({
      service: testFirebase(emulator.url),
      mailsTo: async (email) => {
        const answer = await fetch(`${emulator.url}/emulator/v1/projects/${TEST_PROJECT}/oobCodes`);
        const { oobCodes } = sent.parse(await answer.json());
        return oobCodes.filter((mail) => mail.email === email).map((mail) => mail.requestType);
      },
      tokenWith: (idToken, claims) => {
        const [header = "", payload = ""] = idToken.split(".");
        const own: object = JSON.parse(Buffer.from(payload, "base64url").toString());
        const changed = Buffer.from(JSON.stringify({ ...own, ...claims })).toString("base64url");
        return `${header}.${changed}.`;
      },
    }),
  };
}
