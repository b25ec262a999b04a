import { createTransport } from "nodemailer";
import type { Config } from "../config.ts";

/** Where mails are handed over, and the address that they come from. */
export type SmtpTarget = NonNullable<Config["smtp"]>;

export interface PlainMail {
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
