import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from "node:http2";
import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";

export interface Http2Answer {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A browser's connection to a proxy on this machine: HTTP/2 over TLS, from an address of its own. */
export class Http2Client {
  readonly #session: ClientHttp2Session;

  private constructor(session: ClientHttp2Session) {
    this.#session = session;
  }

  /** Rejects unless the proxy answers TLS and speaks HTTP/2. */
  static open(name: string, port: number, localAddress: string): Promise<Http2Client> {
    const session = connect(`https://${name}:${port}`, {
      createConnection: () =>
        connectTls({
          socket: connectTcp({ host: "127.0.0.1", port, localAddress }),
          servername: name,
          ALPNProtocols: ["h2"],
          // The certificate is made for the test.
          rejectUnauthorized: false,
        }),
    });
    return new Promise((resolve, reject) => {
      session.once("error", reject);
      session.once("connect", () => {
        session.off("error", reject);
        session.on("error", () => {});
        resolve(new Http2Client(session));
      });
    });
  }

  /** `onText` hears the body as it arrives; the answer resolves once it has ended. */
  send(
    method: string,
    path: string,
    {
      headers = {},
      body,
      onText = () => {},
    }: {
      headers?: Record<string, string>;
      body?: Buffer;
      onText?: (text: string) => void;
    } = {},
  ): Promise<Http2Answer> {
    return new Promise((resolve, reject) => {
      const stream = this.#session.request({ ":method": method, ":path": path, ...headers });
      let answered: IncomingHttpHeaders = {};
      let text = "";
      stream.setEncoding("utf8");
      stream.on("response", (given) => {
        answered = given;
      });
      stream.on("data", (part: string) => {
        text += part;
        onText(text);
      });
      stream.on("error", reject);
      stream.on("end", () => resolve({ headers: answered, body: text }));
      stream.end(body);
    });
  }

  close(): void {
    this.#session.destroy();
  }
}
