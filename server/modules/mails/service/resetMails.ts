import type { Deps } from "../../../context.ts";
import { deleteMail } from "../queries.ts";
import { bookRequestedMail } from "./bookMail.ts";

/** Takes a booking back, where the mail was not sent after all. */
export type CancelMail = () => Promise<void>;

/**
 * Books the mail that a person asks for at the sign-in page, whether or not the address is known.
 * Throws 429 within a minute of another mail to it.
 *
 * @param email as typed
 */
export async function bookResetMail({ db }: Pick<Deps, "db">, email: string): Promise<CancelMail> {
  const mail = { recipient: email.trim().toLowerCase(), sender: null };
  const { mailId } = await db.transaction().execute((trx) => bookRequestedMail(trx, mail));
  return () => deleteMail(db, mailId);
}
