import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { resourceTopic } from "../../../domain/events.ts";
import type { Reflection, VocabularyFetch } from "../../../domain/vocabulary/reflection.ts";
import { internal } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { openStaff } from "./openStaff.tsx";

const api = apiDouble("staff");

function aFetch(given: Partial<VocabularyFetch> = {}): VocabularyFetch {
  return {
    engine: "amivoice",
    keyName: "会議録エンジン",
    workspaceId: null,
    revision: 1_841,
    fetchedAt: "2026-04-02T01:42:00.000Z",
    ...given,
  };
}

describe("反映 in the dictionary list", () => {
  const dictionaries = [
    aDictionary({ entryCount: 5 }),
    aDictionary({ dictionaryId: 2, dictionaryName: "人名", entryCount: 8 }),
    aDictionary({ dictionaryId: 3, dictionaryName: "地名", entryCount: 0 }),
    aDictionary({ dictionaryId: 4, dictionaryName: "社名", entryCount: 0 }),
  ];
  const reflectionIs = (given: Partial<Reflection>) => {
    const reflection = { revision: 1_842, latest: null, dictionaries: [], ...given };
    api.answer("GET /reflection", () => reflection);
  };
  const cells = () =>
    within(screen.getByRole("table"))
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("cell")[5]?.textContent);

  it("says which dictionaries have words that no engine has, by one request for all", async () => {
    dictionariesAre(...dictionaries);
    reflectionIs({
      latest: aFetch(),
      dictionaries: [
        { dictionaryId: 2, pending: 1_203 },
        { dictionaryId: 4, pending: 2 },
      ],
    });
    openStaff("/dictionaries");
    expect(await screen.findByText("反映済み")).toBeVisible();
    expect(cells()).toEqual(["反映済み", "未反映1,203件", "", "未反映2件"]);
    expect(api.calls("GET /reflection")).toHaveLength(1);
    expect(screen.queryByRole("button", { name: /反映/ })).toBeNull();
  });

  it("says so while no engine has fetched any words", async () => {
    dictionariesAre(...dictionaries);
    reflectionIs({});
    openStaff("/dictionaries");
    await screen.findAllByText("未取得");
    expect(cells()).toEqual(["未取得", "未取得", "", ""]);
  });

  it("follows what the engines fetch, without reading the dictionaries anew", async () => {
    const { isHeard, tell } = dictionariesAre(...dictionaries);
    reflectionIs({ latest: aFetch(), dictionaries: [{ dictionaryId: 1, pending: 3 }] });
    openStaff("/dictionaries");
    expect(await screen.findByText("未反映3件")).toBeVisible();
    await waitFor(() => expect(isHeard()).toBe(true));
    // Once more after the stream is open, since something may have happened until then.
    await waitFor(() => expect(api.calls("GET /dictionaries")).toHaveLength(2));
    reflectionIs({ latest: aFetch({ revision: 1_842 }) });
    tell(resourceTopic("reflection", 1), "updated");
    await waitFor(() => expect(cells()[0]).toBe("反映済み"));
    expect(api.calls("GET /dictionaries")).toHaveLength(2);
  });

  it("is unknown where it cannot be read, and the list stays", async () => {
    expectConsoleErrors();
    dictionariesAre(...dictionaries);
    api.refuse("GET /reflection", internal());
    openStaff("/dictionaries");
    await screen.findAllByText("—");
    expect(cells()).toEqual(["—", "—", "", ""]);
  });
});
