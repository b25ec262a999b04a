import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { draftKey, readDraft } from "../../../src/providers/drafts.ts";
import { pageLoad } from "../../../src/providers/pageLoad.ts";
import { userProfile } from "../../../src/providers/userProfile.ts";
import { aDictionary } from "../../support/records.ts";
import { problem } from "../contracts/contractApi.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionaryApi } from "../dictionaries/dictionaryApi.ts";
import { apiServer } from "../providers/apiServer.ts";
import { openStaffArea } from "../workspaces/openStaffArea.tsx";
import { aWorkspace, referTo, staff, workspaceApi } from "../workspaces/workspaceApi.ts";

vi.mock("../../../src/providers/identity.ts", () => ({
  identityService: async () => ({
    currentUser: () => ({}),
    onSignedOut: () => () => {},
    signOut: async () => {},
  }),
  currentToken: async () => "id-token",
}));

const server = apiServer(
  http.delete("/api/v1/dictionaries/1/lock", () => new HttpResponse(null, { status: 204 })),
);
const workspaces = referTo(aWorkspace(), aWorkspace({ workspaceId: 2, workspaceName: "開発部" }));
const profile = { ...staff, isDictionaryAdmin: true, workspaces };
const refused = () => problem(401, "UNAUTHENTICATED", "セッションの有効期限が切れました。");
let replaced: string[] = [];

beforeEach(() => {
  replaced = [];
  userProfile.clear();
  window.localStorage.clear();
  vi.spyOn(pageLoad, "replace").mockImplementation((url) => void replaced.push(url));
  expectConsoleErrors();
  workspaceApi(server, { profile });
});

const isLeft = (next: string) =>
  waitFor(() => expect(replaced).toEqual([`/app/login?${next}reason=expired`]));

describe("a session that ends while something is being written", () => {
  it("takes a dictionary for saved no more than for not typed", async () => {
    dictionaryApi(server, [aDictionary()]);
    server.use(http.patch("/api/v1/dictionaries/1", refused));
    openStaffArea("/dictionaries/1");
    const name = await screen.findByRole("textbox", { name: "辞書名" });
    await waitFor(() => expect(name).not.toHaveAttribute("readonly"));
    await userEvent.type(name, "の控え");
    const key = draftKey("dictionaries", 1);
    await userEvent.click(screen.getByRole("button", { name: "保存して終了" }));
    await isLeft("next=%2Fdictionaries%2F1&");
    expect(screen.queryByText("変更を保存しました。")).toBeNull();
    expect(readDraft(key)?.values.dictionaryName).toMatch(/の控え$/);
  });

  it("leaves the page standing until the sign-in page comes", async () => {
    server.use(http.patch("/api/v1/users/me", refused));
    openStaffArea("/");
    await userEvent.click(await screen.findByRole("button", { name: "ワークスペースを選択" }));
    await userEvent.click(await screen.findByRole("option", { name: "開発部" }));
    await isLeft("");
    expect(screen.getByRole("main")).toBeVisible();
  });
});
