import { HttpResponse, http } from "msw";
import { HttpError } from "react-admin";
import { describe, expect, it } from "vitest";
import { createHttpClient } from "../../../src/providers/httpClient.ts";
import { createVersionedCalls } from "../../../src/providers/versionedCalls.ts";
import { apiServer, pageAt } from "./apiServer.ts";

const server = apiServer();
const path = "/api/v1/workspaces/7/members";
const calls = () => {
  pageAt("/");
  return createVersionedCalls(createHttpClient(async () => "id-token"));
};

describe("what is read and written as a whole", () => {
  it.each(['"12"', 'W/"12"'])("comes with the version of its tag %s", async (etag) => {
    server.use(http.get(path, () => HttpResponse.json({ members: [] }, { headers: { etag } })));
    expect(await calls().readVersioned("workspaces/7/members")).toEqual({
      content: { members: [] },
      version: 12,
    });
  });

  it("is replaced starting from a version", async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(path, async ({ request }) => {
        sent.push(request.headers.get("if-match"), await request.json());
        return HttpResponse.json({ members: [] });
      }),
    );
    await calls().replace("workspaces/7/members", { userIds: ["a"] }, 12);
    expect(sent).toEqual(['"12"', { userIds: ["a"] }]);
  });

  it("is refused when somebody was faster", async () => {
    server.use(http.put(path, () => HttpResponse.json({ status: 412 }, { status: 412 })));
    await expect(calls().replace("workspaces/7/members", {}, 1)).rejects.toThrow(HttpError);
  });
});
