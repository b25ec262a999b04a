import { z } from "zod";
import { signIn } from "./runningServer.ts";

const signedIn = z.object({ idToken: z.string() });

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** The system admin of the demo data, over the wire. */
export interface AdminClient {
  /** `path` is below /admin/api/v1. Rejects without an answer. */
  send(method: string, path: string, body?: object, key?: string): Promise<HttpAnswer>;
  /** The text of an answer that is no JSON. */
  download(path: string): Promise<string>;
  /** For requests of one's own, such as the stream of changes. */
  asItself(): { headers: { cookie: string } };
  /** The same session at another address: the server after a restart. */
  at(address: string): AdminClient;
}

export async function idTokenOf(address: string, email: string): Promise<string> {
  const { body } = await signIn(address, email, "password");
  return signedIn.parse(body).idToken;
}

export async function signInAsAdmin(address: string): Promise<AdminClient> {
  const idToken = await idTokenOf(address, "sysadmin@example.com");
  const response = await fetch(`${address}/admin/api/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify({ idToken }),
  });
  if (response.status !== 204) throw new Error(`no session: ${await response.text()}`);
  const [cookie = ""] = response.headers.getSetCookie().join().split(";");
  return clientAt(address, cookie);
}

function clientAt(address: string, cookie: string): AdminClient {
  return {
    asItself: () => ({ headers: { cookie } }),
    at: (other) => clientAt(other, cookie),
    download: async (path) => {
      const response = await fetch(`${address}/admin/api/v1${path}`, { headers: { cookie } });
      if (response.status !== 200) throw new Error(`answered ${response.status}`);
      return response.text();
    },
    send: async (method, path, body, key) => {
      const response = await fetch(`${address}/admin/api/v1${path}`, {
        method,
        headers: {
          cookie,
          origin: address,
          ...(body ? { "content-type": "application/json" } : {}),
          ...(key ? { "idempotency-key": key } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
  };
}
