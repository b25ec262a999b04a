interface HostileHead {
  name: string;
  path: string;
  init: RequestInit;
}

/** The limit of Node for request line and headers, minus what every request has. */
const BYTES = 12_000;

const filled = (piece: string) => piece.repeat(Math.floor(BYTES / piece.length));

/** Query strings, headers and paths designed to be expensive. */
export function hostileHeads(
  admin: Record<string, string>,
  staff: Record<string, string>,
): Record<string, HostileHead[]> {
  const contracts = "/admin/api/v1/contracts";
  const queries = {
    "combining marks": `q=${filled("%CC%81%CC%A3")}`,
    "as many combining marks as it may have": `q=a${"%CC%81%CC%A3".repeat(49)}`,
    "letters that grow": `q=${"%EF%B7%BA".repeat(100)}`,
    "unknown parameters": filled("a&").replaceAll("a", () =>
      Math.random().toString(36).slice(2, 6),
    ),
    "one parameter over and over": filled("q=a&"),
    "a list without end": `status=${filled("ACTIVE,")}`,
    commas: `status=${filled(",")}`,
    "a long number": `page=${filled("1")}`,
    "nothing but signs": filled("&="),
    "encoded signs": filled("%26"),
  };
  const headers = {
    cookie: filled("a=b;"),
    "if-match": filled('"a" , ').slice(0, -3),
    "idempotency-key": filled("a"),
    "x-lock-token": filled("a"),
    "x-forwarded-for": filled("10.0.0.1, "),
    "x-forwarded-host": filled("a,"),
    "x-forwarded-proto": filled("https,"),
    accept: filled("a/b;q=0.1,"),
    "accept-encoding": filled("gzip;q=0.1,"),
    "content-type": `application/json; ${filled("a=b; ")}`,
    range: `bytes=${filled("0-1,")}`,
  };
  const paths = {
    "dot segments": `/${filled("x/%2e%2e%2f")}`,
    "encoded signs": `/${filled("%25")}`,
    slashes: `/app${filled("//")}`,
    "encoded slashes": `/api/v1/users/${filled("%2F")}`,
    "a long parameter": `/api/v1/users/${filled("a")}`,
  };
  const page = { accept: "text/html" };
  return {
    "any query string": Object.entries(queries).map(([name, query]) => ({
      name,
      path: `${contracts}?${query}`,
      init: { headers: admin },
    })),
    "any header, signed in": Object.entries(headers).map(([name, value]) => ({
      name,
      path: "/api/v1/dictionaries",
      init: { method: "POST", headers: { ...staff, [name]: value }, body: "{}" },
    })),
    "any header, of a page": Object.entries(headers).map(([name, value]) => ({
      name,
      path: "/icon.svg",
      init: { headers: { ...page, [name]: value } },
    })),
    "any credential": [
      ["authorization", `Bearer ${filled("a")}`],
      ["authorization", `Bearer ${filled("a.")}`],
      ["authorization", `Bearer ${filled("a").slice(0, 8_000)}.e30.a`],
    ].map(([name = "", value = ""]) => ({
      name: value.slice(0, 12),
      path: "/api/v1/users/me",
      init: { headers: { [name]: value } },
    })),
    "any path": Object.entries(paths).map(([name, path]) => ({
      name,
      path,
      init: { headers: page },
    })),
  };
}
