import createClient from "openapi-fetch";
import type { components, paths } from "./types.ts";

const api = createClient<paths>({ baseUrl: "https://console.example.com" });

export async function totalOfActive(): Promise<number> {
  const { data, error } = await api.GET("/admin/api/v1/contracts", {
    params: { query: { page: 0, size: 100, sort: "endDate,desc", status: ["ACTIVE"] } },
  });
  if (error) throw new Error(`${error.code}: ${error.message}`);
  const first: components["schemas"]["Contract"] | undefined = data.content[0];
  const cap: number | null = first?.maxTranscriptCount ?? null;
  return data.totalElements + (cap ?? 0);
}

export async function rename(id: number, dictionaryName: string): Promise<string> {
  const { data, error, response } = await api.PATCH("/api/v1/dictionaries/{id}", {
    params: { path: { id }, header: { "If-Match": '"4"', "X-Lock-Token": "token" } },
    body: { dictionaryName },
  });
  if (data) return data.dictionaryName;
  if (response.status === 423 && "lock" in error) return error.lock?.lockedByName ?? "";
  return error.message;
}

export function invite() {
  return api.POST("/api/v1/users", {
    params: { header: { "Idempotency-Key": "5f0c1e0a" } },
    body: { email: "hanako@example.com", userName: "佐藤 花子" },
  });
}

export function wrong() {
  // @ts-expect-error there is no such path
  api.GET("/admin/api/v1/contract");
  // @ts-expect-error contracts cannot be sorted by their memo
  api.GET("/admin/api/v1/contracts", { params: { query: { sort: "memo,asc" } } });
  // @ts-expect-error an invitation needs a name
  api.POST("/api/v1/users", { body: { email: "hanako@example.com" } });
  // @ts-expect-error dictionaries have numbers
  api.GET("/api/v1/dictionaries/{id}", { params: { path: { id: "one" } } });
}
