import { HttpResponse, http } from "msw";
import type { setupServer } from "msw/node";
import type { Dictionary } from "../../../domain/dictionaries.ts";
import { problem } from "../contracts/contractApi.ts";
import { eventStream } from "./eventStream.ts";
import { lockApi } from "./lockApi.ts";

export const api = "/api/v1";

export const STALE =
  "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。";

interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
}

/** An API that holds some dictionaries; answers what was asked of it, and a way to change one. */
export function dictionaryApi(
  server: ReturnType<typeof setupServer>,
  initial: readonly Dictionary[] = [],
) {
  let dictionaries = [...initial];
  const asked: Asked[] = [];
  const byId = (id: unknown) =>
    dictionaries.find(({ dictionaryId }) => String(dictionaryId) === id);
  const change = (id: unknown, changes: Partial<Dictionary>) => {
    dictionaries = dictionaries.map((each) =>
      String(each.dictionaryId) === String(id) ? { ...each, ...changes } : each,
    );
    return byId(String(id));
  };
  const notFound = () => problem(404, "NOT_FOUND", "該当データが見つかりませんでした。");
  const one = `${api}/dictionaries/:id`;

  const { isHolder, lockLost, ...locks } = lockApi(server, { byId, change });
  const events = eventStream(server);

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
  server.use(
    http.get(`${api}/dictionaries`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const [page, size] = [Number(query.get("page")), Number(query.get("size"))];
      return HttpResponse.json({
        content: dictionaries.slice(page * size, (page + 1) * size),
        page,
        size,
        sort: query.get("sort"),
        totalElements: dictionaries.length,
        totalPages: Math.ceil(dictionaries.length / size),
      });
    }),
    http.get(one, ({ params }) => {
      const found = byId(params.id);
      return found ? HttpResponse.json(found) : notFound();
    }),
    http.post(`${api}/dictionaries`, async ({ request }) => {
      const created = { ...initial[0], ...Object(await request.json()), dictionaryId: 99 };
      dictionaries = [...dictionaries, created];
      return HttpResponse.json(created, { status: 201 });
    }),
    http.patch(one, async ({ params, request }) => {
      const before = byId(params.id);
      if (!before) return notFound();
      if (!isHolder(params.id, request)) return lockLost(params.id);
      if (request.headers.get("If-Match") !== `"${before.version}"`) {
        return problem(412, "STALE_VERSION", STALE, { current: before });
      }
      const changes = Object(await request.json());
      return HttpResponse.json(change(params.id, { ...changes, version: before.version + 1 }));
    }),
    http.delete(one, ({ params }) => {
      const removed = byId(params.id);
      dictionaries = dictionaries.filter((each) => each !== removed);
      return removed ? HttpResponse.json(removed) : notFound();
    }),
  );
  return {
    asked,
    change,
    ...locks,
    ...events,
    of: (method: string, path: string) =>
      asked.filter((each) => each.method === method && each.path === path),
  };
}
