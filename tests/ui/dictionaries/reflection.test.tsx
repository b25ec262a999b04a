import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { resourceTopic } from "../../../domain/events.ts";
import { tokyoDate } from "../../../domain/text/dates.ts";
import type {
  DictionaryReflection,
  Reflection,
  VocabularyFetch,
} from "../../../domain/vocabulary/schemas.ts";
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
    revoked: false,
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
      .map((row) => within(row).getAllByRole("cell")[4]?.textContent);

  it("says which dictionaries have words that no engine or not every one has, by one request for all", async () => {
    dictionariesAre(...dictionaries);
    reflectionIs({
      latest: aFetch(),
      dictionaries: [
        { dictionaryId: 2, pending: 1_203, mostPending: 1_500 },
        { dictionaryId: 4, pending: 0, mostPending: 1_002 },
      ],
    });
    openStaff("/dictionaries");
    expect(await screen.findByText("未反映1,203件")).toBeVisible();
    expect(cells()).toEqual(["", "未反映1,203件", "", "一部のエンジンで未反映1,002件"]);
    // Where changes begin to be heard, it is asked again.
    const asked = api.calls("GET /reflection").map(({ query }) => JSON.stringify(query));
    expect(new Set(asked).size).toBe(1);
    expect(screen.queryByRole("button", { name: /反映/ })).toBeNull();
  });

  it("follows what the engines fetch, without reading the dictionaries again", async () => {
    const { isHeard, tell } = dictionariesAre(...dictionaries);
    reflectionIs({
      latest: aFetch(),
      dictionaries: [{ dictionaryId: 1, pending: 3, mostPending: 3 }],
    });
    openStaff("/dictionaries");
    expect(await screen.findByText("未反映3件")).toBeVisible();
    await waitFor(() => expect(isHeard()).toBe(true));
    // Once more after the stream is open, since something may have happened until then.
    await waitFor(() => expect(api.calls("GET /dictionaries")).toHaveLength(2));
    reflectionIs({ latest: aFetch({ revision: 1_842 }) });
    tell(resourceTopic("reflection", 1), "updated");
    await waitFor(() => expect(cells()[0]).toBe(""));
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

describe("反映状況 of a dictionary", () => {
  type Fetches = DictionaryReflection["fetches"];
  const fetchesAre = (...fetches: Fetches) =>
    api.answer("GET /dictionaries/{id}/reflection", () => ({ revision: 1_842, fetches }));
  const section = () => screen.findByRole("region", { name: "反映状況" });
  const rows = async () =>
    within(await section())
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  const open = () => {
    const dictionaries = dictionariesAre(aDictionary({ workspaceIds: [1, 70], entryCount: 5 }));
    openStaff("/dictionaries/1/reflection");
    return dictionaries;
  };

  it("tells for each engine what it has, and when it fetched that", async () => {
    const { isHeard } = open();
    const today = new Date(`${tokyoDate(new Date())}T00:42:00+09:00`).toISOString();
    fetchesAre(
      { ...aFetch({ engine: "sudachi", keyName: "検索", workspaceId: 70 }), pending: 1_203 },
      { ...aFetch({ engine: "json", workspaceId: 1 }), pending: 0 },
      { ...aFetch({ fetchedAt: today }), pending: 3 },
      { ...aFetch({ engine: "whisper", keyName: "旧キー", revoked: true }), pending: 3 },
    );
    await within(await section()).findByText(/営業部/);
    expect(await rows()).toEqual([
      "JSON会議録エンジンワークスペース：営業部最新の版を2026/04/02 10:42に取得",
      "AmiVoice API会議録エンジンすべてのワークスペース版1841を00:42に取得未反映3件",
      "Whisper旧キー（失効済み）すべてのワークスペース版1841を2026/04/02 10:42に取得",
      "Sudachi検索ワークスペース：表示できないワークスペース版1841を2026/04/02 10:42に取得未反映1,203件",
    ]);
    await waitFor(() => expect(isHeard()).toBe(true));
  });

  it("says that an engine need not take all it fetches, and leads to what it takes", async () => {
    open();
    fetchesAre({ ...aFetch({ engine: "whisper" }), pending: 0 });
    expect(await within(await section()).findByText(/一部の単語を利用できない/)).toBeVisible();
    expect(
      within(await section()).getByRole("link", { name: "エンジンごとの確認" }),
    ).toHaveAttribute("href", expect.stringContaining("/dictionaries/1/fitness"));
  });

  it("says that no engine has fetched any words yet", async () => {
    open();
    expect(await screen.findByText("まだどのエンジンも単語を取得していません。")).toBeVisible();
  });

  it("follows what an engine fetches, without reading the dictionary again", async () => {
    const { isHeard, tell } = open();
    fetchesAre({ ...aFetch(), pending: 3 });
    expect(await screen.findByText("未反映3件")).toBeVisible();
    await waitFor(() => expect(isHeard()).toBe(true));
    const reads = () => api.calls("GET /dictionaries/{id}").length;
    await waitFor(() => expect(reads()).toBe(2));
    fetchesAre({ ...aFetch({ revision: 1_842 }), pending: 0 });
    tell(resourceTopic("reflection", 1), "updated");
    expect(await screen.findByText(/^最新の版を/)).toBeVisible();
    expect(screen.queryByText(/未反映/)).toBeNull();
    expect(reads()).toBe(2);
  });

  it("says what went wrong, and reads again on demand", async () => {
    expectConsoleErrors();
    open();
    api.refuse("GET /dictionaries/{id}/reflection", internal());
    await within(await section()).findByRole("alert");
    fetchesAre({ ...aFetch(), pending: 0 });
    await userEvent.click(within(await section()).getByRole("button", { name: "再読み込み" }));
    expect(await screen.findByText("AmiVoice API")).toBeVisible();
  });
});
