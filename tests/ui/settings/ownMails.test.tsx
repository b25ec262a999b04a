import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { unavailable } from "../../../server/problem.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble, doubles } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { gate } from "../../support/gate.ts";
import { aProfile } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { pageAt } from "../providers/apiServer.ts";
import { showSettings } from "./showSettings.tsx";

const staff = apiDouble("staff");
const { admin } = doubles;
staff.answer("GET /sessions", paged([]));
admin.answer("GET /sessions", paged([]));
const stored = { enabled: true, available: true };
staff.answer("GET /alerts/mails", () => stored);
staff.answer("PUT /alerts/mails", ({ body }) => ({ ...stored, ...body }));
staff.answer("GET /proposals/mails", () => stored);
staff.answer("PUT /proposals/mails", ({ body }) => ({ ...stored, ...body }));
admin.answer("GET /alerts/mails", () => stored);
admin.answer("PUT /alerts/mails", ({ body }) => ({ ...stored, ...body }));

async function show(person: object, path = "/") {
  userProfile.set({ ...aProfile(), ...person });
  pageAt(path);
  showSettings();
  return within(await screen.findByRole("region", { name: "アラートのメール" }));
}
const choice = () => screen.findByRole("checkbox", { name: "アラートをメールで受け取る" });

describe("mails about alerts", () => {
  it("are taken or not by an organization admin, at once", async () => {
    await show({ isOrganizationAdmin: true });
    expect(await choice()).toBeChecked();
    expect(await choice()).toHaveAccessibleDescription(/^契約の上限や終了/);
    await userEvent.click(await choice());
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(await choice()).not.toBeChecked();
    expect(staff.sent).toMatchObject([
      { method: "PUT", path: "/alerts/mails", body: { enabled: false } },
    ]);
  });

  it("are of receivers and of the reconciliation for a system admin", async () => {
    await show({ isSystemAdmin: true, organizationId: 0 }, "/admin");
    expect(await choice()).toHaveAccessibleDescription(/^Webhookの送信の失敗や利用実績の不一致/);
    await userEvent.click(await choice());
    await screen.findByText("変更を保存しました。");
    expect(admin.sent).toMatchObject([{ method: "PUT", body: { enabled: false } }]);
  });

  it("are said not to come where none are sent", async () => {
    staff.answer("GET /alerts/mails", () => ({ enabled: true, available: false }));
    await show({ isOrganizationAdmin: true });
    expect(await choice()).toHaveAccessibleDescription(/お知らせは届きません。$/);
  });

  it("show what is being saved, and what stays when it fails, with the reason", async () => {
    expectConsoleErrors();
    const { passed, open } = gate();
    staff.answer("PUT /alerts/mails", async () => {
      await passed;
      throw unavailable();
    });
    const section = await show({ isOrganizationAdmin: true });
    await userEvent.click(await choice());
    expect(await choice()).not.toBeChecked();
    open();
    await waitFor(() => expect(section.getByRole("alert")).toHaveTextContent(/^現在サービスに/));
    expect(await choice()).toBeChecked();
  });

  it("are no choice for others", async () => {
    userProfile.set(aProfile());
    pageAt("/");
    showSettings();
    await screen.findByRole("region", { name: "ログイン中の端末" });
    expect(screen.queryByRole("region", { name: "アラートのメール" })).toBeNull();
  });
});

describe("mails about proposals", () => {
  const ofProposals = () =>
    screen.findByRole("checkbox", { name: "単語の提案のお知らせをメールで受け取る" });
  const open = (person: object, path = "/") => {
    userProfile.set({ ...aProfile(), ...person });
    pageAt(path);
    showSettings();
  };

  it("are taken or not by every member, at once", async () => {
    open({});
    expect(await ofProposals()).toHaveAccessibleDescription(/^自分の提案の結果を/);
    await userEvent.click(await ofProposals());
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(await ofProposals()).not.toBeChecked();
    expect(staff.sent).toMatchObject([
      { method: "PUT", path: "/proposals/mails", body: { enabled: false } },
    ]);
  });

  it("tell dictionary admins of what waits, and are no choice for system admins", async () => {
    open({ isDictionaryAdmin: true });
    expect(await ofProposals()).toHaveAccessibleDescription(/^対応を待っている提案と/);
    cleanup();
    open({ isSystemAdmin: true, organizationId: 0 }, "/admin");
    await choice();
    expect(screen.queryByRole("region", { name: "単語の提案のメール" })).toBeNull();
  });
});
