import { sql } from "kysely";
import type { TestApi } from "./api.ts";

/** Makes every mail so far that many seconds older. */
export async function mailsAge({ db }: Pick<TestApi, "db">, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`;
  await sql`update mails set due_at = due_at - ${by}`.execute(db);
  await sql`update identity_outbox set mails_at = mails_at - ${by}`.execute(db);
}
