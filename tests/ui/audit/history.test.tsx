import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { AuditEvent } from "../../../domain/audit/schemas.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aContract, aDictionary, aMember, aWorkspace } from "../../support/records.ts";
import { openStaffArea } from "../areas/openArea.tsx";
import { openDetail } from "../contracts/openDetail.ts";
import { dictionariesAre, workspaces } from "../dictionaries/dictionaryRecords.ts";
import { openStaff, staff } from "../dictionaries/openStaff.tsx";
import { workspacesAre } from "../workspaces/workspaceRecords.ts";
import { anEvent, created } from "./auditRecords.ts";

const admin = apiDouble("admin");
const staffApi = apiDouble("staff");

const contract = aContract({ maxTranscriptCount: 300, maxTranscriptMinutes: null });
const raisedAgain = anEvent({
  auditEventId: 12,
  changes: [{ field: "maxTranscriptCount", before: 200, after: 300 }],
});

function eventsAre(...content: AuditEvent[]) {
  admin.answer("GET /audit-events", () => ({ content, next: null }));
}

async function openContract() {
  userProfile.set({ ...NO_PROFILE, isSystemAdmin: true, userId: "me", userName: "山本 直樹" });
  await openDetail(contract);
}

async function openHistory() {
  await openContract();
  await userEvent.click(screen.getByRole("button", { name: "変更履歴を表示" }));
  const region = screen.getByRole("region", { name: "変更履歴" });
  await within(region).findByText("記録開始日より前の変更は表示されません。");
  return region;
}

describe("the history of a record", () => {
  beforeEach(() => eventsAre(raisedAgain, anEvent(), created));

  it("is read when it is asked for, and begins with the record", async () => {
    await openContract();
    expect(admin.calls("GET /audit-events")).toHaveLength(0);
    await userEvent.click(screen.getByRole("button", { name: "変更履歴を表示" }));
    const items = await screen.findAllByRole("listitem");
    const texts = items.map(({ textContent }) => textContent);
    expect(texts).toContainEqual(
      expect.stringMatching(/2026\/11\/20 10:15山本 直樹契約を編集.*200件 → 300件/),
    );
    expect(texts).toContainEqual(expect.stringContaining("契約を登録"));
    expect(admin.calls("GET /audit-events")[0]?.query).toMatchObject({
      targetKind: "contract",
      targetId: "1",
    });
  });

  it("shows the record as it was after an event, beside what it is now", async () => {
    const history = await openHistory();
    const [, second] = within(history).getAllByRole("button", { name: "この時点の内容" });
    await userEvent.click(second as HTMLElement);
    const dialog = await screen.findByRole("dialog", { name: "2026/11/20 10:15の内容" });
    expect(dialog).toHaveTextContent("文字起こし上限件数200件現在：300件");
    expect(dialog).toHaveTextContent("文字起こし上限時間無制限");
  });

  it("says that nothing differs from now after the latest event", async () => {
    const history = await openHistory();
    const [latest] = within(history).getAllByRole("button", { name: "この時点の内容" });
    await userEvent.click(latest as HTMLElement);
    expect(await screen.findByText("現在の内容と同じです。")).toBeVisible();
  });

  it("offers the values before an event in the form, and sends nothing by itself", async () => {
    const history = await openHistory();
    const [, second] = within(history).getAllByRole("button", { name: "元に戻す" });
    await userEvent.click(second as HTMLElement);
    await userEvent.click(await screen.findByRole("button", { name: "変更前の内容を入力" }));
    const cap = screen.getByRole("textbox", { name: "文字起こし上限件数" });
    await waitFor(() => expect(cap).toHaveValue("120"));
    expect(admin.sent).toEqual([]);
  });

  it("says that nothing is recorded of a record that is older than the log", async () => {
    eventsAre();
    const history = await openHistory();
    expect(history).toHaveTextContent("変更はまだ記録されていません。");
  });

  it("takes members who left and came back for the same as now", async () => {
    const [hanako, ichiro] = [aMember("佐藤 花子"), aMember("鈴木 一郎", { userId: "u-ichiro" })];
    workspacesAre({
      workspaces: [aWorkspace({ workspaceId: 3 })],
      members: [hanako, ichiro],
    });
    const event = (auditEventId: number, before: unknown[], after: unknown[]) =>
      anEvent({
        auditEventId,
        operation: "setWorkspaceMembers",
        target: { kind: "workspace", id: "3", name: "営業部" },
        changes: [{ field: "members", before, after }],
      });
    staffApi.answer("GET /audit-events", () => ({
      content: [event(3, [], [hanako]), event(2, [hanako], []), event(1, [], [hanako, ichiro])],
      next: null,
    }));
    openStaffArea("/workspaces/3/show");
    await userEvent.click(await screen.findByRole("button", { name: "変更履歴を表示" }));
    const at = await screen.findAllByRole("button", { name: "この時点の内容" });
    await userEvent.click(at[2] as HTMLElement);
    expect(await screen.findByText("現在の内容と同じです。")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.click(at[1] as HTMLElement);
    const now = await screen.findByText("現在：佐藤 花子、鈴木 一郎");
    await waitFor(() => expect(now).toBeVisible());
  });

  it("names the workspaces of a dictionary, and says which it was for", async () => {
    dictionariesAre(aDictionary({ workspaceIds: [1, 70] }));
    const [sales, development] = workspaces.map(({ workspaceId, workspaceName }) => ({
      workspaceId,
      workspaceName,
    }));
    const event = (auditEventId: number, before: unknown[], after: unknown[]) =>
      anEvent({
        auditEventId,
        operation: "updateDictionary",
        target: { kind: "dictionary", id: "1", name: "医療用語" },
        changes: [{ field: "workspaces", before, after }],
      });
    const unseen = { workspaceId: 70, workspaceName: "経理部" };
    staffApi.answer("GET /audit-events", () => ({
      content: [event(3, [], [unseen]), event(2, [development], [sales]), event(1, [sales], [])],
      next: null,
    }));
    openStaff("/dictionaries/1/history");
    expect(await screen.findByText("対象ワークスペースを変更：開発部 → 営業部")).toBeVisible();
    const at = await screen.findAllByRole("button", { name: "この時点の内容" });
    await userEvent.click(at[2] as HTMLElement);
    const dialog = await screen.findByRole("dialog");
    await waitFor(() =>
      expect(dialog).toHaveTextContent(
        "対象ワークスペース開発部現在：営業部、表示できないワークスペース",
      ),
    );
  });

  it("is not offered to who may not read it", async () => {
    dictionariesAre(aDictionary());
    openStaff("/dictionaries/1/show", staff);
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryByRole("link", { name: "変更履歴" })).toBeNull();
  });
});
