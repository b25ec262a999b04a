import { HttpResponse, http } from "msw";
import type { setupServer } from "msw/node";
import type { Contract, ContractSummary } from "../../../domain/contracts.ts";

export const api = "/admin/api/v1";

const noSummary: ContractSummary = {
  total: 0,
  status: { TERMINATED: 0, EXPIRED: 0, UPCOMING: 0, EXPIRING: 0, ACTIVE: 0 },
  usageState: { NORMAL: 0, WARNING: 0, REACHED: 0, EXCEEDED: 0 },
};

/** What was asked of the API, in order: method and path with the query, and the body. */
interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
}

/** An API that holds some contracts; what a test asks beyond reading them it adds by itself. */
export function contractApi(
  server: ReturnType<typeof setupServer>,
  contracts: readonly Contract[] = [],
  summary: Partial<ContractSummary> = {},
) {
  const asked: Asked[] = [];
  server.events.removeAllListeners();
  server.events.on("request:start", async ({ request }) => {
    const url = new URL(request.url);
    const text = await request.clone().text();
    asked.push({
      method: request.method,
      path: url.pathname.replace(api, ""),
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: text === "" ? undefined : JSON.parse(text),
    });
  });
  const byId = (id: unknown) => contracts.find(({ contractId }) => String(contractId) === id);
  server.use(
    http.get(`${api}/contracts/summary`, () =>
      HttpResponse.json({ ...noSummary, total: contracts.length, ...summary }),
    ),
    http.get(`${api}/contracts/:id/usage`, ({ request }) =>
      HttpResponse.json({ by: new URL(request.url).searchParams.get("by"), points: [] }),
    ),
    http.get(`${api}/contracts/:id`, ({ params }) => {
      const contract = byId(params.id);
      if (!contract) return problem(404, "NOT_FOUND", "該当データが見つかりませんでした。");
      return HttpResponse.json(contract, { headers: { ETag: `"${contract.version}"` } });
    }),
    http.get(`${api}/contracts`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const [page, size] = [Number(query.get("page")), Number(query.get("size"))];
      const owner = query.get("organizationId");
      const shown = contracts.filter((each) => !owner || String(each.organizationId) === owner);
      return HttpResponse.json({
        content: shown.slice(page * size, (page + 1) * size),
        page,
        size,
        sort: query.get("sort"),
        totalElements: shown.length,
        totalPages: Math.ceil(shown.length / size),
      });
    }),
    http.post(`${api}/contracts/check`, () => HttpResponse.json({ conflicts: [], warnings: [] })),
  );
  return {
    asked,
    of: (method: string, path: string) =>
      asked.filter((each) => each.method === method && each.path === path),
  };
}

export function problem(status: number, code: string, message: string, extra: object = {}) {
  return HttpResponse.json({ status, code, message, requestId: "r", ...extra }, { status });
}
