import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

interface ReceivedMail {
  from: string;
  to: string[];
  /** As it came over the wire. */
  raw: string;
  headers: string;
  text: string;
}

/** A real SMTP server on a free port, and what it has received. */
export interface TestSmtp {
  url: string;
  mails: ReceivedMail[];
  /** Addresses that it refuses for good. */
  refused: Set<string>;
  close(): Promise<void>;
}

export const SMTP_USER = "console@mail.example.com";
export const SMTP_PASSWORD = "pa%ss/wörd";

/** Starts it; it accepts one user. `port` is that of an earlier one. */
export async function smtpServer(port = 0): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  const refused = new Set<string>();
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authMethods: ["PLAIN"],
    onAuth: ({ username, password }, _session, done) => {
      const known = username === SMTP_USER && password === SMTP_PASSWORD;
      done(known ? null : new Error("unknown user"), { user: username });
    },
    onRcptTo: ({ address }, _session, done) => {
      if (!refused.has(address)) return done();
      done(Object.assign(new Error(`no such user ${address}`), { responseCode: 550 }));
    },
    onData: (stream, { envelope }, done) => {
      void buffer(stream).then((data) => {
        const raw = data.toString();
        const [headers = "", ...body] = raw.split("\r\n\r\n");
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          to: envelope.rcptTo.map(({ address }) => address),
          raw,
          headers,
          text: decoded(headers, body.join("\r\n\r\n")),
        });
        done();
      });
    },
  });
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const { port: own } = addressOf(server.server.address());
  const credentials = `${encodeURIComponent(SMTP_USER)}:${encodeURIComponent(SMTP_PASSWORD)}`;
  return {
    url: `smtp://${credentials}@127.0.0.1:${own}`,
    mails,
    refused,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  return address;
}

function decoded(headers: string, body: string): string {
  if (/^content-transfer-encoding: base64/im.test(headers)) {
    return Buffer.from(body, "base64").toString();
  }
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
