import type { Deps } from "../../../context.ts";
import { deleteMail } from "./queries.ts";
import { reserveRequestedMail } from "./reserveMail.ts";

export type CancelMail = () => Promise<void>;

/** Reserves a reset mail, whether or not the address is known. Throws 429 within a minute. */
export async function reserveResetMail(
  { db }: Pick<Deps, "db">,
  email: string,
): Promise<CancelMail> {
  const mail = { recipient: email.trim().toLowerCase(), sender: null };
  const { mailId } = await db.transaction().execute((trx) => reserveRequestedMail(trx, mail));
  return () => deleteMail(db, mailId);
}
