import { type Kysely, type RawBuilder, sql } from "kysely";
import { createTransport } from "nodemailer";
import type { Config } from "../config.ts";
import type { Tables } from "../db/tables.ts";

/** Where mails are handed over, and the address that they come from. */
export type SmtpTarget = NonNullable<Config["smtp"]>;

/** What a job that sends mails works with. */
export interface MailDeps {
  db: Kysely<Tables>;
  config: Pick<Config, "smtp" | "publicUrl">;
  log: { warn(details: object, message: string): void };
}

interface PlainMail {
  to: string;
  subject: string;
  text: string;
}

/** A pause of the server after which the attempt has failed. */
const PATIENCE_MS = 10_000;

/**
 * A mail that the server did not take. `final` says that it would refuse it again. Its message names
 * neither addresses nor the password, which errors of nodemailer may contain.
 */
export class MailError extends Error {
  override readonly name = "MailError";
  constructor(
    readonly code: string,
    readonly final: boolean,
  ) {
    super(`the SMTP server did not take a mail (${code})`);
  }
}

/** Hands a mail to the SMTP server. Throws MailError. */
export async function sendMail({ url, from }: SmtpTarget, mail: PlainMail): Promise<void> {
  const { protocol, hostname, port, username, password } = new URL(url);
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ""),
    secure: protocol === "smtps:",
    ...(port ? { port: Number(port) } : {}),
    ...(username
      ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
      : {}),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    dnsTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const to = { name: "", address: mail.to };
    await transport.sendMail({
      from,
      to,
      subject: mail.subject,
      // In base64 the library would leave line ends as they are.
      text: mail.text.replaceAll("\n", "\r\n"),
      headers: { "Auto-Submitted": "auto-generated" },
    });
  } catch (error) {
    const { code, responseCode } = Object(error);
    // Only the server's word about this mail is final, not that the sign-in failed.
    const final = responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
    throw new MailError([code, responseCode].filter(Boolean).join(" "), final);
  } finally {
    transport.close();
  }
}

/** The columns of users with the kinds of mails that people may turn off for themselves. */
type MailKind = "alert_mails" | "proposal_mails";

interface ChoiceDeps {
  db: Kysely<Tables>;
  config: Pick<Config, "smtp">;
}

interface MailChoice {
  enabled: boolean;
  /** Whether this installation sends any. */
  available: boolean;
}

/** Whether the person `u` gets mails of a kind. An invited user may be the only one to learn of something. */
export function getsMails(kind: MailKind): RawBuilder<boolean> {
  return sql`${sql.ref(`u.${kind}`)} and u.status in ('ACTIVE', 'INVITED')`;
}

export async function readMailChoice(
  { db, config }: ChoiceDeps,
  userId: string,
  kind: MailKind,
): Promise<MailChoice> {
  const row = await db
    .selectFrom("users")
    .select(kind)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return { enabled: row[kind], available: config.smtp !== null };
}

/** Stores a choice and returns it. It is a preference, not a change of the record: the version stays. */
export async function chooseMails(
  deps: ChoiceDeps,
  userId: string,
  kind: MailKind,
  { enabled }: Pick<MailChoice, "enabled">,
): Promise<MailChoice> {
  await deps.db
    .updateTable("users")
    .set({ [kind]: enabled })
    .where("user_id", "=", userId)
    .execute();
  return readMailChoice(deps, userId, kind);
}
