import { setupServer } from "msw/node";
import { afterEach, beforeEach } from "vitest";
import { handlers } from "../../../mocks/handlers.ts";
import { idTokenOf } from "../../../mocks/token.ts";
import { openWorld, type World } from "../../../mocks/world.ts";

export interface Asked {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The mocked API without its delay, in a world of its own for each test. */
export function mockedApi(delayMs = 0) {
  const server = setupServer();
  let world: World;
  beforeEach(() => {
    sessionStorage.clear();
    world = openWorld();
    server.resetHandlers(...handlers(world, delayMs));
    server.listen({ onUnhandledRequest: "error" });
  });
  afterEach(() => server.close());

  function open(url: string, { method = "GET", body, headers = {} }: Asked): Promise<Response> {
    return fetch(new URL(url, window.location.href), {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function send(url: string, asked: Asked = {}) {
    const response = await open(url, asked);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
  }

  const signedIn = (userId: string, asked: Asked): Asked => ({
    ...asked,
    headers: { ...asked.headers, authorization: `Bearer ${idTokenOf(userId, world.now())}` },
  });

  return {
    send,
    /** To the staff area, as one of the demo accounts. */
    as: (userId: string, path: string, asked: Asked = {}) =>
      send(`/api/v1${path}`, signedIn(userId, asked)),
    /** The same, for an answer that does not end. */
    open: (userId: string, path: string) => open(`/api/v1${path}`, signedIn(userId, {})),
    /** To the admin area, with a session. */
    asSystemAdmin: (path: string, asked: Asked = {}) => {
      world.tables.adminSession = "demo-sysadmin";
      return send(`/admin/api/v1${path}`, asked);
    },
  };
}
