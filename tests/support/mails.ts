import { inject } from "vitest";
import { z } from "zod";
import { TEST_PROJECT } from "./globalSetup.ts";

const mails = z.object({
  oobCodes: z.array(z.object({ email: z.string(), requestType: z.string() })),
});

/** What the identity service was asked to mail to an address, in order. */
export async function mailsTo(email: string): Promise<string[]> {
  const url = `${inject("emulatorUrl")}/emulator/v1/projects/${TEST_PROJECT}/oobCodes`;
  const { oobCodes } = mails.parse(await (await fetch(url)).json());
  return oobCodes.filter((mail) => mail.email === email).map(({ requestType }) => requestType);
}
