import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { unauthenticated } from "../../../server/problem.ts";
import { draftKey, readDraft } from "../../../src/components/draft/draftStore.ts";
import { pageLoad } from "../../../src/providers/start/pageLoad.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary, aWorkspace } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "../dictionaries/dictionaryRecords.ts";
import { referTo, staff, workspacesAre } from "../workspaces/workspaceRecords.ts";
import { openStaffArea } from "./openArea.tsx";

const api = apiDouble("staff");
// A page that closes lets go of its lock.
api.answer("DELETE /dictionaries/{id}/lock", () => undefined);
const workspaces = referTo(aWorkspace(), aWorkspace({ workspaceId: 2, workspaceName: "開発部" }));
const profile = { ...staff, isDictionaryAdmin: true, workspaces };
let replaced: string[] = [];

beforeEach(() => {
  replaced = [];
  window.localStorage.clear();
  vi.spyOn(pageLoad, "replace").mockImplementation((url) => void replaced.push(url));
  expectConsoleErrors();
  workspacesAre({ profile });
});

const isLeft = (next: string) =>
  waitFor(() => expect(replaced).toEqual([`/app/login?${next}reason=expired`]));

describe("a session that ends while something is being written", () => {
  it("takes a dictionary for saved no more than for not typed", async () => {
    dictionariesAre(aDictionary());
    api.refuse("PATCH /dictionaries/{id}", unauthenticated());
    openStaffArea("/dictionaries/1/edit");
    const name = await screen.findByRole("textbox", { name: "辞書名" });
    await waitFor(() => expect(name).not.toHaveAttribute("readonly"));
    await userEvent.type(name, "の控え");
    const key = draftKey("dictionaries", 1);
    await userEvent.click(screen.getByRole("button", { name: "保存して終了" }));
    await isLeft("next=%2Fdictionaries%2F1%2Fedit&");
    expect(screen.queryByText("変更を保存しました。")).toBeNull();
    expect(readDraft(key)?.values.dictionaryName).toMatch(/の控え$/);
  });

  it("forgets the names of what was opened, and not what was typed", async () => {
    openStaffArea("/");
    window.localStorage.setItem("ki.recent.u1.1", "[]");
    window.localStorage.setItem("ki.recent.other@example.com.0", "[]");
    window.localStorage.setItem("ki.draft.u1.dictionaries.3", "{}");
    api.refuse("PATCH /users/me", unauthenticated());
    await userEvent.click(await screen.findByRole("button", { name: "ワークスペースを選択" }));
    await userEvent.click(await screen.findByRole("option", { name: "開発部" }));
    await waitFor(() => expect(replaced).toHaveLength(1));
    expect(Object.keys(window.localStorage)).toEqual(["ki.draft.u1.dictionaries.3"]);
  });

  it("leaves the page standing until the sign-in page comes", async () => {
    api.refuse("PATCH /users/me", unauthenticated());
    openStaffArea("/");
    await userEvent.click(await screen.findByRole("button", { name: "ワークスペースを選択" }));
    await userEvent.click(await screen.findByRole("option", { name: "開発部" }));
    await isLeft("next=%2F%3Fworkspace%3D2&");
    expect(screen.getByRole("main")).toBeVisible();
  });
});
