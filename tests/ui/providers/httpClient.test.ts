import { HttpResponse, http } from "msw";
import { HttpError } from "react-admin";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { adminEndpoints, staffEndpoints } from "../../../domain/api/areas.ts";
import type { Endpoints } from "../../../domain/api/endpoint.ts";
import { connectivity } from "../../../src/providers/http/connectivity.ts";
import { createHttpClient } from "../../../src/providers/http/httpClient.ts";
import { NetworkError, releaseHeader } from "../../../src/providers/http/send.ts";
import { crowd } from "../../../src/providers/live/crowd.ts";
import { retryAfterMs } from "../../../src/providers/problems/answerStatus.ts";
import { watchAttendance } from "../../../src/providers/signIn/attendance.ts";
import { askEarly } from "../../../src/providers/start/early.ts";
import { apiServer, pageAt } from "./apiServer.ts";

const server = apiServer();
const token = vi.fn<() => Promise<string | null>>();
const client = createHttpClient(token);

/** Answers `path` with 200 and remembers the request. */
function remember(path: string) {
  const requests: Request[] = [];
  server.use(
    http.all(path, ({ request }) => {
      requests.push(request.clone());
      return HttpResponse.json({ ok: true });
    }),
  );
  return requests;
}

beforeEach(() => {
  token.mockReset().mockResolvedValue("id-token");
  pageAt("/");
});

describe("a refusal", () => {
  const refused = (init: ResponseInit) =>
    server.use(
      http.get("/api/v1/contracts/limits", () =>
        HttpResponse.json({ code: "OVERLOADED" }, { status: 503, ...init }),
      ),
    );
  const waitOf = async () => retryAfterMs(await client("/contracts/limits").catch((e) => e));

  it.each([429, 503])(
    "of %s carries the time after which the server wants it again",
    async (status) => {
      refused({ status, headers: { "Retry-After": "7" } });
      expect(await waitOf()).toBe(7_000);
    },
  );

  it("carries none where the server names none, or where waiting does not help", async () => {
    refused({});
    expect(await waitOf()).toBeUndefined();
    refused({ headers: { "Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT" } });
    expect(await waitOf()).toBeUndefined();
    refused({ status: 500, headers: { "Retry-After": "7" } });
    expect(await waitOf()).toBeUndefined();
  });
});

describe("a write by a person", () => {
  it("is known before it arrives, so that its change is shown at once; a heartbeat is none", async () => {
    remember("/api/v1/dictionaries/3/lock");
    await client("/dictionaries/3/lock", { method: "PUT", body: "{}", unasked: true });
    await client("/dictionaries/3/lock");
    expect(crowd.isOwnChange()).toBe(false);
    const written = client("/dictionaries/3/lock", { method: "POST", body: "{}" });
    expect(crowd.isOwnChange()).toBe(true);
    await written;
  });

  it("is none where the endpoint only tells what a change would do", async () => {
    const saved = vi.fn();
    const stop = connectivity.onSaved(saved);
    const endpoints: Endpoints = { ...adminEndpoints, ...staffEndpoints };
    const posts = Object.entries(endpoints).filter(([key]) => key.startsWith("POST "));
    for (const [key, { audit }] of posts) {
      saved.mockClear();
      const path = key.slice("POST ".length);
      remember(`/api/v1${path.replaceAll(/\{\w+\}/g, ":id")}`);
      await client(path.replaceAll(/\{\w+\}/g, "3"), { method: "POST", body: "{}" });
      const leavesNothing = typeof audit === "object" && audit.none === "It changes nothing.";
      const changesNothing = leavesNothing || key.endsWith("-imports/check");
      expect([key, saved.mock.calls.length]).toEqual([key, changesNothing ? 0 : 1]);
    }
    stop();
  });
});

describe("the way of a request", () => {
  it.each(["/", "/dictionaries/3", "/administration"])(
    "leads a page %s to the staff API, with the bearer token",
    async (page) => {
      pageAt(page);
      const requests = remember("/api/v1/contracts/limits");
      const { json } = await client("/contracts/limits");
      expect(json).toEqual({ ok: true });
      expect(requests[0]?.headers.get("Authorization")).toBe("Bearer id-token");
    },
  );

  it.each(["/admin", "/admin/contracts", "/admin/contracts/3?x=1"])(
    "leads a page %s to the admin API, without any token",
    async (page) => {
      pageAt(page);
      const requests = remember("/admin/api/v1/contracts");
      await client("/contracts");
      expect(requests[0]?.headers.has("Authorization")).toBe(false);
      expect(token).not.toHaveBeenCalled();
    },
  );

  it("says which release the page is of, by which the server knows a field that is too new", async () => {
    const requests = remember("/api/v1/workspaces");
    await client("/workspaces", { method: "POST", body: "{}" });
    expect(requests[0]?.headers.get("X-Console-Version")).toBe(releaseHeader[1]);
  });

  it.each([
    ["/admin/contracts", "/admin/api/v1/contracts"],
    ["/contract", "/api/v1/contracts"],
  ])("says at %s when nobody has used the page for a minute", async (page, url) => {
    pageAt(page);
    const requests = remember(url);
    const now = vi.spyOn(Date, "now");
    watchAttendance();
    const start = Date.now();
    for (const [minutes, sign] of [
      [0, "keydown"],
      [0.9, undefined],
      [1.1, undefined],
      [2, "pointermove"],
    ] as const) {
      now.mockReturnValue(start + minutes * 60_000);
      if (sign) window.dispatchEvent(new Event(sign));
      await client("/contracts");
    }
    now.mockRestore();
    const said = requests.map(({ headers }) => headers.get("X-Unattended"));
    expect(said).toEqual([null, null, "true", null]);
  });

  it("is not sent when nobody is signed in", async () => {
    token.mockResolvedValue(null);
    await expect(client("/contracts")).rejects.toThrow("認証トークンを取得できませんでした。");
  });

  it("carries version, idempotency key and lock token where given, and JSON with a body", async () => {
    const requests = remember("/api/v1/dictionaries/3");
    await client("/dictionaries/3", {
      method: "PATCH",
      body: "{}",
      ifMatch: 4,
      idempotencyKey: "key",
      lockToken: "lock",
    });
    await client("/dictionaries/3");
    const [write, read] = requests.map(({ headers }) => headers);
    expect(write?.get("If-Match")).toBe('"4"');
    expect(write?.get("Idempotency-Key")).toBe("key");
    expect(write?.get("X-Lock-Token")).toBe("lock");
    expect(write?.get("Content-Type")).toBe("application/json");
    for (const name of ["If-Match", "Idempotency-Key", "X-Lock-Token", "Content-Type"]) {
      expect(read?.has(name)).toBe(false);
    }
  });

  it("carries no media type without a body", async () => {
    const requests = remember("/api/v1/contracts/3");
    await client("/contracts/3", {
      method: "DELETE",
      headers: new Headers({ "Content-Type": "text/plain" }),
    });
    expect(requests[0]?.headers.has("Content-Type")).toBe(false);
  });
});

describe("a failed request", () => {
  it("throws HttpError with status, problem and the sentence to show", async () => {
    const problem = {
      status: 422,
      code: "VALIDATION_FAILED",
      message: "入力内容に不備があります。",
      errors: { adminEmail: "このメールアドレスは他の組織で使用されています。" },
    };
    server.use(http.post("/api/v1/contracts", () => HttpResponse.json(problem, { status: 422 })));
    const error = await client("/contracts", { method: "POST", body: "{}" }).catch((e) => e);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 422, body: problem, message: problem.message });
  });

  it("has a sentence for a gateway that answers no JSON", async () => {
    server.use(
      http.get("/api/v1/contracts", () => new HttpResponse("<h1>Bad</h1>", { status: 500 })),
    );
    await expect(client("/contracts")).rejects.toThrow(
      "サーバーエラーが発生しました。管理者にお問い合わせください。",
    );
  });

  it("is a network error when no answer comes, and is not retried", async () => {
    let calls = 0;
    server.use(
      http.get("/api/v1/contracts", () => {
        calls += 1;
        return HttpResponse.error();
      }),
    );
    await expect(client("/contracts")).rejects.toBeInstanceOf(NetworkError);
    expect(calls).toBe(1);
  });

  it("passes an abort on unchanged", async () => {
    server.use(http.get("/api/v1/contracts", () => HttpResponse.json({})));
    const controller = new AbortController();
    const request = client("/contracts", { signal: controller.signal });
    controller.abort();
    await expect(request).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("a request sent early", () => {
  it("answers the one that asks for it, once", async () => {
    let calls = 0;
    server.use(
      http.get("/admin/api/v1/me", () => {
        calls += 1;
        return HttpResponse.json({ calls });
      }),
    );
    pageAt("/admin");
    askEarly("/admin/api/v1/me");
    expect((await client("/me")).json).toEqual({ calls: 1 });
    expect((await client("/me")).json).toEqual({ calls: 2 });
  });

  it("answers no write to the same address", async () => {
    server.use(
      http.get("/admin/api/v1/me", () => HttpResponse.json({ method: "GET" })),
      http.patch("/admin/api/v1/me", () => HttpResponse.json({ method: "PATCH" })),
    );
    pageAt("/admin");
    askEarly("/admin/api/v1/me");
    const written = await client("/me", { method: "PATCH", body: "{}" });
    expect(written.json).toEqual({ method: "PATCH" });
  });

  it("fails for the one that asks for it", async () => {
    server.use(http.get("/admin/api/v1/me", () => HttpResponse.error(), { once: true }));
    pageAt("/admin");
    askEarly("/admin/api/v1/me");
    await expect(client("/me")).rejects.toBeInstanceOf(NetworkError);
  });
});
