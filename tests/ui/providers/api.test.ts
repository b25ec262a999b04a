import { HttpResponse, http } from "msw";
import { HttpError } from "react-admin";
import { describe, expect, it } from "vitest";
import { createApi } from "../../../src/providers/data/api.ts";
import { createHttpClient } from "../../../src/providers/http/httpClient.ts";
import { apiServer, pageAt } from "./apiServer.ts";

const server = apiServer();
const members = "/api/v1/workspaces/7/members";

const openApi = (page = "/") => {
  pageAt(page);
  return createApi(createHttpClient(async () => "id-token"));
};

/** Answers every request with `{}` and records it. */
function noted(path: string): string[] {
  const sent: string[] = [];
  server.use(
    http.all(path, async ({ request }) => {
      const { method, url } = request;
      const { pathname, search } = new URL(url);
      sent.push(`${method} ${pathname}${search} ${await request.text()}`.trim());
      return HttpResponse.json({});
    }),
  );
  return sent;
}

describe("a call of an endpoint", () => {
  it("fills in the path, and encodes its parameters", async () => {
    const sent = noted("/api/v1/users/*");
    await openApi().api("POST /users/{id}/invitation", { id: "a/b?c" });
    expect(sent).toEqual(["POST /api/v1/users/a%2Fb%3Fc/invitation"]);
  });

  it("sends the body as JSON", async () => {
    const sent = noted("/admin/api/v1/contracts/*");
    const body = { terminationDate: "2026-04-01", reason: "統合" };
    await openApi("/admin").api("POST /contracts/{id}/terminate", { id: 3, body });
    expect(sent).toEqual([`POST /admin/api/v1/contracts/3/terminate ${JSON.stringify(body)}`]);
  });

  it("leaves empty values out of the query, and joins lists by commas", async () => {
    const sent = noted("/admin/api/v1/contracts/summary");
    const query = { q: " ", status: ["ACTIVE", "EXPIRED"], startMonth: undefined };
    await openApi("/admin").api("GET /contracts/summary", { query });
    expect(sent).toEqual(["GET /admin/api/v1/contracts/summary?status=ACTIVE%2CEXPIRED"]);
  });

  it("is checked by the compiler against the declarations", () => {
    const { api } = openApi();
    const wrong = () => {
      // @ts-expect-error: there is no such endpoint.
      void api("GET /nowhere");
      // @ts-expect-error: the path lacks its id.
      void api("GET /contracts/{id}/usage", {});
      const body = { terminationDate: "2026-04-01" };
      // @ts-expect-error: the body lacks the reason.
      void api("POST /contracts/{id}/terminate", { id: 1, body });
      // @ts-expect-error: no such filter.
      void api("GET /contracts/summary", { query: { stat: "ACTIVE" } });
      // @ts-expect-error: the answer has no such field.
      void api("GET /contracts/limits").then(({ remaining }) => remaining);
    };
    expect(wrong).toBeInstanceOf(Function);
  });
});

describe("what is read and written as a whole", () => {
  it.each(['"12"', 'W/"12"'])("comes with the version of its tag %s", async (etag) => {
    server.use(http.get(members, () => HttpResponse.json({ members: [] }, { headers: { etag } })));
    expect(await openApi().apiWithVersion("GET /workspaces/{id}/members", { id: 7 })).toEqual({
      content: { members: [] },
      version: 12,
    });
  });

  const replace = () =>
    openApi().api("PUT /workspaces/{id}/members", { id: 7, body: { userIds: ["a"] }, ifMatch: 12 });

  it("is replaced from a version", async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(members, async ({ request }) => {
        sent.push(request.headers.get("if-match"), await request.json());
        return HttpResponse.json({ members: [] });
      }),
    );
    await replace();
    expect(sent).toEqual(['"12"', { userIds: ["a"] }]);
  });

  it("is refused when someone else was faster", async () => {
    server.use(http.put(members, () => HttpResponse.json({ status: 412 }, { status: 412 })));
    await expect(replace()).rejects.toThrow(HttpError);
  });
});
