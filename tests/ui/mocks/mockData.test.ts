import { expect, it } from "vitest";
import { keep, openWorld } from "../../../mocks/world.ts";
import { mockedApi } from "./mockedApi.ts";

const api = mockedApi();

interface Listed {
  dictionaryName: string;
  category: string;
  organizationId: number;
  createdAt: string;
  updatedAt: string;
}

it("has the 32 dictionaries of the spec", async () => {
  const { body } = await api.as("demo-staff", "/dictionaries?size=100");
  const dictionaries: Listed[] = body.content;
  expect(dictionaries).toHaveLength(32);
  const first = dictionaries.slice(0, 6);
  expect(first.map(({ dictionaryName }) => dictionaryName)).toEqual([
    "一般辞書テスト1",
    "一般辞書テスト2",
    "組織辞書テスト1",
    "組織辞書テスト2",
    "業務辞書テスト1",
    "業務辞書テスト2",
  ]);
  expect(first.every(({ category, dictionaryName }) => dictionaryName.startsWith(category))).toBe(
    true,
  );
  for (const { organizationId, createdAt, updatedAt } of dictionaries) {
    expect(organizationId).toBe(1);
    for (const date of [createdAt, updatedAt]) {
      expect(date >= "2024-01-01" && date <= "2024-06-01T00:00:00.000Z", date).toBe(true);
    }
  }
});

it("has 3 transcripts and 525 minutes left", async () => {
  expect((await api.as("demo-staff", "/contracts/limits")).body).toEqual({
    remainingCount: 3,
    remainingMinutes: 525,
    unlimitedCount: false,
    unlimitedMinutes: false,
  });
});

it("lists contracts in pages of ten, by id", async () => {
  const { body } = await api.asSystemAdmin("/contracts");
  expect(body).toMatchObject({ page: 0, size: 10, sort: "contractId,asc" });
  expect(body.content).toHaveLength(10);
  expect(body.totalPages).toBe(Math.ceil(body.totalElements / 10));
});

it("keeps what was written for the next page of the tab, and begins anew where shapes changed", async () => {
  await api.as("demo-orgadmin", "/workspaces", {
    method: "POST",
    body: { workspaceName: "開発部" },
  });
  const { workspaces } = openWorld().tables;
  expect(workspaces.map(({ workspaceName }) => workspaceName)).toContain("開発部");

  const changed = openWorld();
  Reflect.set(changed.tables.workspaces[0] ?? {}, "workspaceName", 1);
  keep(changed);
  const names = openWorld().tables.workspaces.map(({ workspaceName }) => workspaceName);
  expect(names).not.toContain("開発部");
  expect(names.slice(0, 2)).toEqual(["営業部", "カスタマーサポート"]);
});
