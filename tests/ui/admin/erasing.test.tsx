import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Erasure, ErasurePreview } from "../../../domain/erasing/schemas.ts";
import { ruleBroken, validationFailed } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { anOrganization, aUser } from "../../support/records.ts";
import { contractsAre } from "../contracts/contractRecords.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";
import { organizationsAre, overviewIs, usersAre } from "./adminRecords.ts";

const api = apiDouble("admin");

const preview: ErasurePreview = {
  erasureId: null,
  people: 1,
  removed: { users: 1, accounts: 1, contracts: 2, auditEvents: 1_234, mails: 0 },
  resealedDays: 0,
  mentions: [{ kind: "entry", id: 4, name: "佐藤花子" }],
};

const certificate: Erasure = {
  erasureId: 9,
  kind: "user",
  organizationId: 1,
  organizationName: "デモ株式会社",
  userId: "u1",
  people: [12],
  removed: preview.removed,
  resealedDays: 0,
  accountsLeft: 0,
  erasedAt: "2026-04-15T03:00:00.000Z",
  erasedBy: { userId: "admin", userName: "運営 一郎" },
};

describe("erasing personal data", () => {
  it("shows what goes, asks for the address, erases and leads to the certificate", async () => {
    usersAre(aUser());
    api.answer("GET /users/{id}/personal-data", () => preview);
    api.answer("DELETE /users/{id}/personal-data", () => certificate);
    api.answer("GET /erasures/{id}", () => certificate);
    openAdmin("/users/u1/show");
    await userEvent.click(await screen.findByRole("link", { name: "個人データの消去" }));
    await screen.findByRole("heading", { name: "佐藤 花子の個人データの消去" });
    expect(screen.getByText("操作ログ").parentElement).toHaveTextContent("1,234件");
    expect(screen.queryByText("送信待ちのメール")).not.toBeInTheDocument();
    expect(screen.getByText("単語：佐藤花子")).toBeVisible();

    await userEvent.click(screen.getByRole("button", { name: "個人データを消去" }));
    const dialog = await screen.findByRole("dialog", { name: "個人データの消去" });
    await userEvent.click(within(dialog).getByRole("button", { name: "消去する" }));
    expect(api.sent).toEqual([]);
    await userEvent.type(within(dialog).getByRole("textbox"), "sato@example.com");
    await userEvent.click(within(dialog).getByRole("button", { name: "消去する" }));

    await screen.findByRole("heading", { name: "消去証明書" });
    expect(await screen.findByText("削除された利用者12")).toBeVisible();
    expect(screen.getByText("運営 一郎")).toBeVisible();
    expect(screen.getByText("2026/04/15 12:00")).toBeVisible();
    expect(screen.getByText("削除済み")).toBeVisible();
    expect(screen.getByRole("button", { name: "印刷" })).toBeVisible();
    expect(api.sent).toEqual([
      {
        method: "DELETE",
        path: "/users/u1/personal-data",
        ifMatch: null,
        body: { confirmation: "sato@example.com" },
      },
    ]);
  });

  it("tells at the field that what was typed is not the address", async () => {
    expectConsoleErrors();
    usersAre(aUser());
    api.answer("GET /users/{id}/personal-data", () => preview);
    const sentence = "入力した内容が一致しません。";
    api.refuse("DELETE /users/{id}/personal-data", validationFailed({ confirmation: sentence }));
    openAdmin("/users/u1/personal-data");
    await userEvent.click(await screen.findByRole("button", { name: "個人データを消去" }));
    await userEvent.type(await screen.findByRole("textbox"), "x");
    await userEvent.click(screen.getByRole("button", { name: "消去する" }));
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it("says why an organization cannot be erased", async () => {
    expectConsoleErrors();
    organizationsAre(anOrganization());
    api.refuse("GET /organizations/{id}/personal-data", ruleBroken("CONTRACT_RUNNING"));
    openAdmin("/organizations/1/personal-data");
    expect(
      await screen.findByText("契約期間中または開始前の契約があるため、消去できません。"),
    ).toBeVisible();
  });

  it("leads from an organization, and from one that is erased to its certificate", async () => {
    organizationsAre(anOrganization());
    overviewIs();
    contractsAre([]);
    const done = { ...preview, people: 0, removed: {}, mentions: [], erasureId: 9 };
    api.answer("GET /organizations/{id}/personal-data", () => done);
    api.answer("GET /erasures/{id}", () => ({
      ...certificate,
      kind: "organization",
      userId: null,
      people: [3, 5, 4, 8],
      accountsLeft: 2,
    }));
    openAdmin("/organizations/1");
    await userEvent.click(await screen.findByRole("link", { name: "個人データの消去" }));
    await userEvent.click(await screen.findByRole("link", { name: "消去証明書を表示" }));
    expect(await screen.findByText("組織 デモ株式会社 のすべての利用者")).toBeVisible();
    expect(screen.getByText("削除された利用者3〜5、8")).toBeVisible();
    expect(screen.getByText("削除待ち（2件）")).toBeVisible();
  });

  it("offers no status and no invitation for who is erased", async () => {
    usersAre(aUser({ status: "DISABLED", erasedAt: "2026-04-15T03:00:00.000Z" }));
    openAdmin("/users/u1/show");
    expect(await screen.findByText("この利用者の個人データは消去されています。")).toBeVisible();
    expect(screen.queryByRole("button", { name: "有効にする" })).not.toBeInTheDocument();
  });
});
