import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { IdentityTarget } from "../../server/identity/openIdentity.ts";
import { pagePolicy } from "../../server/plugins/securityHeaders.ts";
import { type TestApi, testApi } from "../support/api.ts";
import { usualEngine } from "../support/database.ts";
import { suiteDirectory } from "../support/perSuite.ts";

const PAGE = `<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__">
<script type="module" nonce="__CSP_NONCE__" src="/assets/main-abc.js"></script>`;

const files = {
  "login.html": `${PAGE}<p>login</p>`,
  "action.html": `${PAGE}<p>action</p>`,
  "admin.html": `${PAGE}<p>admin</p>`,
  "staff.html": `${PAGE}<p>staff</p>`,
  "icon.svg": "<svg/>",
  "assets/main-abc.js": "plain",
  "assets/main-abc.js.br": "brotli",
  "assets/main-abc.js.gz": "gzip",
};

const html = { accept: "text/html,application/xhtml+xml" };

/** The sources of a policy, by directive. */
function directives(policy: unknown): Record<string, string[]> {
  const entries = String(policy)
    .split("; ")
    .map((directive) => directive.split(" "))
    .map(([name = "", ...values]) => [name, values] as const);
  return Object.fromEntries(entries);
}

describe("what the server serves beside the API", () => {
  const webRoot = suiteDirectory("ki-web-");
  let api: TestApi;

  beforeAll(async () => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(webRoot, path)), { recursive: true });
      writeFileSync(join(webRoot, path), content);
    }
    writeFileSync(join(dirname(webRoot), "outside.txt"), "secret");
    const demoAccounts = [{ email: "staff@example.com", label: "一般" }];
    api = await testApi(usualEngine, {
      env: { TRUST_PROXY: "true" },
      parts: { webRoot, demoAccounts },
    });
  });
  afterAll(async () => {
    await api.close();
    rmSync(join(dirname(webRoot), "outside.txt"));
  });

  const get = (url: string, headers: Record<string, string> = {}) =>
    api.anonymous.get(url, headers);

  describe("the page", () => {
    it.each([
      "/",
      "/app/login",
      "/admin",
      "/admin/contracts/1",
      "/dictionaries?q=a",
      "/index.html",
    ])("comes for %s with a nonce of its own each time", async (url) => {
      const [first, second] = [await get(url, html), await get(url, html)];
      expect(first.status).toBe(200);
      expect(first.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(first.headers["cache-control"]).toBe("no-cache");
      expect(first.text).not.toContain("__CSP_NONCE__");
      const nonces = [first, second].map(({ text, headers }) => {
        const [nonce = ""] = /(?<=nonce=")[^"]{22,}/.exec(text) ?? [];
        expect(text.split(nonce)).toHaveLength(3);
        const policy = directives(headers["content-security-policy"]);
        expect(policy["script-src"]).toEqual(["'self'", `'nonce-${nonce}'`]);
        expect(policy["style-src"]).toEqual(["'self'", `'nonce-${nonce}'`]);
        return nonce;
      });
      expect(nonces[0]).not.toBe(nonces[1]);
    });

    it("comes for whoever spells its media type in capitals", async () => {
      expect((await get("/", { accept: "Text/HTML" })).status).toBe(200);
    });

    it.each([
      ["/app/login", "login"],
      ["/app/login?next=%2Fadmin", "login"],
      ["/app/action?mode=resetPassword&oobCode=c", "action"],
      ["/admin", "admin"],
      ["/admin/contracts?page=2", "admin"],
      ["/", "staff"],
      ["/dictionaries", "staff"],
      ["/administration", "staff"],
      ["/admin.html", "staff"],
    ])("links to the code that %s begins with", async (url, kind) => {
      expect((await get(url, html)).text).toContain(`<p>${kind}</p>`);
    });

    it("allows nothing but its own parts", async () => {
      const { headers } = await get("/", html);
      const policy = directives(headers["content-security-policy"]);
      expect(policy).toMatchObject({
        "default-src": ["'none'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "frame-src": ["'none'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
      });
      expect(JSON.stringify(policy)).not.toContain("unsafe");
    });

    it("reaches Firebase and its reCAPTCHA with a real project, Google where it is configured", () => {
      const project: IdentityTarget = { kind: "firebase", projectId: "console", apiKey: "k" };
      const scripts = ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"];
      const frames = [
        "https://www.google.com/recaptcha/",
        "https://recaptcha.google.com/recaptcha/",
      ];
      const plain = directives(pagePolicy(project, "n"));
      expect(plain["connect-src"]).toEqual([
        "'self'",
        "https://identitytoolkit.googleapis.com",
        "https://securetoken.googleapis.com",
        "https://www.google.com/recaptcha/",
      ]);
      expect(plain["frame-src"]).toEqual(frames);
      expect(plain["script-src"]).toEqual(["'self'", "'nonce-n'", ...scripts]);
      expect(JSON.stringify(plain)).not.toContain("unsafe");

      const google = directives(pagePolicy({ ...project, authDomain: "c.firebaseapp.com" }, "n"));
      expect(google["frame-src"]).toEqual([...frames, "https://c.firebaseapp.com"]);
      expect(google["script-src"]).toContain("https://apis.google.com");
    });

    it("reaches nobody else with the embedded identity service", () => {
      const embedded = { kind: "emulator", projectId: "demo-x", port: null } as const;
      expect(pagePolicy(embedded, "n")).not.toContain("https:");
    });

    it("allows the scripts that firebase/auth loads", async () => {
      const project: IdentityTarget = { kind: "firebase", projectId: "console", apiKey: "k" };
      const allowed = directives(pagePolicy({ ...project, authDomain: "c.example" }, "n"));
      const firebase = createRequire(import.meta.url).resolve("firebase/auth");
      const forNode = createRequire(firebase).resolve("@firebase/auth");
      const forBrowsers = join(dirname(forNode), "..", "esm");
      const source = readdirSync(forBrowsers)
        .filter((file) => file.endsWith(".js"))
        .map((file) => readFileSync(join(forBrowsers, file), "utf8"))
        .join("\n");
      const loaded = source.match(/https:\/\/[\w.]*google\.com\/[\w./]+\.js/g) ?? [];
      expect(loaded).toContain("https://www.google.com/recaptcha/enterprise.js");
      for (const url of loaded) {
        const isAllowed = allowed["script-src"]?.some((source) => url.startsWith(source));
        expect(isAllowed, url).toBe(true);
      }
    });

    it("does not stand in for a file that is missing, nor for a script that asks", async () => {
      expect((await get("/assets/gone-abc.js", html)).status).toBe(404);
      expect((await get("/unknown", { accept: "*/*" })).status).toBe(404);
      expect((await get("/unknown", { accept: "application/json" })).body).toMatchObject({
        code: "NOT_FOUND",
      });
    });

    it.each([
      "/%61dmin/contracts",
      "/ADMIN",
      "/x%2F..%2Fadmin",
      "/%61pi/v1/users/me",
      "/api%2Fv1%2Fusers",
      "/admin/%61pi/v1/me",
      "/%61ssets/main-abc.js",
      "/assets/..%2findex.html",
    ])("does not come for %s, which leads elsewhere once it is decoded", async (url) => {
      const { status, headers, body } = await get(url, html);
      expect([status, body]).toMatchObject([404, { code: "NOT_FOUND" }]);
      expect(headers["cache-control"]).toBe("no-store");
    });

    it.each(["/dictionaries/%E8%BE%9E%E6%9B%B8", "/contracts%2F1", "/apis", "/administration"])(
      "comes for %s, which leads into no other area",
      async (url) => expect((await get(url, html)).status).toBe(200),
    );

    it("answers no write", async () => {
      expect((await api.anonymous.post("/app/login", {}, html)).status).toBe(404);
    });
  });

  describe("a file", () => {
    it("with a hash in its name is kept for ever", async () => {
      const { status, headers, text } = await get("/assets/main-abc.js");
      expect([status, text]).toEqual([200, "plain"]);
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    });

    it.each([
      ["br, gzip", "br", "brotli"],
      ["gzip", "gzip", "gzip"],
    ])("comes compressed where %s is accepted", async (accepted, encoding, content) => {
      const { headers, text } = await get("/assets/main-abc.js", { "accept-encoding": accepted });
      expect([headers["content-encoding"], text]).toEqual([encoding, content]);
      expect(headers["content-type"]).toContain("javascript");
      expect(headers.vary).toBe("accept-encoding");
    });

    it.each([{ "if-match": '"another"' }, { range: "bytes=9999-" }])(
      "is no failure of ours where %o asks for another",
      async (headers) => expect((await get("/icon.svg", headers)).status).toBeLessThan(500),
    );

    it("without one is asked for again", async () => {
      const { headers } = await get("/icon.svg");
      expect(headers["cache-control"]).toBe("public, max-age=3600");
    });

    it.each(["/../outside.txt", "/%2e%2e/outside.txt", "/assets/..%2f..%2foutside.txt", "/.%00"])(
      "outside the directory is not served: %s",
      async (url) => expect((await get(url)).text).not.toContain("secret"),
    );
  });

  it.each(["/", "/icon.svg", "/api/v1/users/me", "/admin/api/v1/me", "/api/unknown", "/healthz"])(
    "carries the security headers on %s",
    async (url) => {
      const { headers } = await get(url, html);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin-allow-popups",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": expect.stringContaining("camera=()"),
        "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      });
      expect(headers["strict-transport-security"]).toBeUndefined();
      expect(headers.server).toBeUndefined();
    },
  );

  it("demands https from then on where it came by https", async () => {
    const { headers } = await get("/", { ...html, "x-forwarded-proto": "https" });
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
  });

  it.each(["/api/v1/users/me", "/admin/api/v1/me", "/api/unknown", "/config.json", "/healthz"])(
    "lets nobody keep %s",
    async (url) => expect((await get(url)).headers["cache-control"]).toBe("no-store"),
  );

  it("tells the browser its configuration", async () => {
    expect((await get("/config.json")).body).toEqual({
      apiKey: "demo-api-key",
      authDomain: "localhost",
      projectId: "demo-tests",
      emulator: true,
      googleSignIn: false,
      requireMfa: "none",
      demoAccounts: [{ email: "staff@example.com", label: "一般" }],
    });
  });

  it("is alive, and ready while database and identity service answer", async () => {
    expect((await get("/healthz")).body).toEqual({
      status: "ok",
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      schema: expect.stringMatching(/^\d{3}_\w+$/),
    });
    expect((await get("/readyz")).body).toEqual({ status: "ready" });
  });
});

describe("a server whose web app is not built", () => {
  it("says so, and serves the API", async () => {
    const api = await testApi(usualEngine, { parts: { webRoot: join(tmpdir(), "ki-no-web") } });
    const { status, text } = await api.anonymous.get("/", html);
    expect([status, text]).toEqual([
      503,
      "画面のファイルがまだ作成されていません。npm run build を実行してから、もう一度お試しください。",
    ]);
    expect((await api.anonymous.get("/readyz")).status).toBe(200);
    await api.close();
  });
});
