import { sql } from "kysely";
import { inject } from "vitest";
import { z } from "zod";
import type { TestApi } from "./api.ts";
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

/** Makes every mail so far as old as if it had been booked that many seconds earlier. */
export async function mailsAge({ db }: Pick<TestApi, "db">, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`;
  await sql`update mails set due_at = due_at - ${by}`.execute(db);
  await sql`update identity_outbox set mails_at = mails_at - ${by}`.execute(db);
}
