import { connect } from "node:net";

/** A request as sent; fetch and inject would normalise its path and headers. */
export interface RawRequest {
  method: string;
  target: string;
  /** In order; a name may come twice. */
  headers?: readonly (readonly [name: string, value: string])[];
  body?: string;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends a request over a connection of its own to a server on this machine. */
export function sendRaw(port: number, request: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: "127.0.0.1", port });
    socket.on("data", (data) => chunks.push(data));
    socket.on("close", () => resolve(parsed(Buffer.concat(chunks).toString("utf8"))));
    socket.on("error", reject);
    socket.write(wireForm(request));
  });
}

function wireForm({ method, target, headers = [], body = "" }: RawRequest): string {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const own: [string, string][] = [["Connection", "close"]];
  if (!names.has("host")) own.push(["Host", "localhost"]);
  if (body !== "") own.push(["Content-Length", String(Buffer.byteLength(body))]);
  const lines = [...own, ...headers].map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${target} HTTP/1.1`, ...lines, "", body].join("\r\n");
}

function parsed(answer: string): RawAnswer {
  const [head = "", text = ""] = answer.split(/\r\n\r\n(.*)/s);
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const [name = "", value = ""] = line.split(/:\s*(.*)/s);
    return [name, value];
  });
  return { status: Number(statusLine.split(" ")[1]), headers: new Headers(headers), text };
}
