import type { Browser, BrowserContext } from "@playwright/test";

/** Of the API alone: the identity service refuses wrong passwords by 400. */
const API = /\/(?:admin\/)?api\/v1\/.*/;
const IDS = /\/(?:\d+|[\da-f-]{36})(?=\/|$)/g;

/** What pages ask although they may be refused: only the answer tells. */
const BY_DESIGN: readonly string[] = [
  // Who is signed in, if anybody still is.
  "401 GET /admin/api/v1/me",
  "401 GET /api/v1/users/me",
  // Who has the lock, and what came with it if it has not ended meanwhile.
  "423 PUT /api/v1/dictionaries/{id}/lock",
];

let expected: readonly string[] = [];
let possible: readonly string[] = [];

/** What a test has refused on purpose, such as `409 POST /api/v1/dictionaries`; fails if it is not. */
export function expectRefusals(...requests: readonly string[]): void {
  expected = [...expected, ...requests];
}

/** What may be refused, such as what is under way when a sign-in ends. */
export function allowRefusals(...requests: readonly string[]): void {
  possible = [...possible, ...requests];
}

/** Notes the refused requests of all pages from now on; the result ends that and compares them. */
export function noteRefusals(browser: Browser, first: BrowserContext) {
  const refused = new Set<string>();
  const listen = (context: BrowserContext) => {
    // What is under way when a person signs out is answered 401.
    let isSignedOut = false;
    context.on("request", (request) => {
      const isSession = new URL(request.url()).pathname.endsWith("/session");
      if (isSession && request.method() !== "GET") isSignedOut = request.method() === "DELETE";
    });
    context.on("response", (response) => {
      const status = response.status();
      const [path] = API.exec(new URL(response.url()).pathname) ?? [];
      if (path === undefined || status < 400 || status > 499) return;
      if (isSignedOut && status === 401) return;
      refused.add(`${status} ${response.request().method()} ${path.replace(IDS, "/{id}")}`);
    });
  };
  listen(first);
  browser.on("context", listen);
  expected = [];
  possible = BY_DESIGN;
  return () => {
    browser.off("context", listen);
    const known = [...expected, ...possible];
    return {
      unexpected: [...refused].filter((request) => !known.includes(request)),
      missing: expected.filter((request) => !refused.has(request)),
    };
  };
}
