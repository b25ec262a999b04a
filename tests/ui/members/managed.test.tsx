import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { apiDouble } from "../../support/apiDouble.ts";
import { aUser } from "../../support/records.ts";
import { openStaffArea } from "../areas/openArea.tsx";
import { membersAre } from "./memberRecords.ts";

const api = apiDouble("staff");
const REASON =
  "ディレクトリ（SCIM）で管理されているため、ここでは変更できません。ディレクトリで変更してください。";
const sato = aUser({ managedBy: "SCIM", managedRoles: ["dictionaryAdmin"] });

describe("a member whom a directory rules", () => {
  it("cannot be disabled on the page, which says why", async () => {
    membersAre([sato]);
    openStaffArea(`/users/${sato.userId}/show`);
    expect(await screen.findByText("ディレクトリ（SCIM）")).toBeVisible();
    const disable = await screen.findByRole("button", { name: "無効にする" });
    expect(disable).toHaveAccessibleDescription(REASON);
    await userEvent.click(disable);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("has a name that is read-only in the form, and a reading that is not", async () => {
    membersAre([sato]);
    openStaffArea(`/users/${sato.userId}`);
    const name = await screen.findByRole("textbox", { name: /^氏名/, description: REASON });
    expect(name).toBeDisabled();
    expect(screen.getByRole("textbox", { name: /フリガナ/ })).toBeEnabled();
    expect(screen.getByRole("checkbox", { name: /辞書管理者/ })).toBeDisabled();
    expect(screen.getByRole("checkbox", { name: /組織管理者/ })).toBeEnabled();
    expect(
      screen.getByText("辞書管理者は、ディレクトリ（SCIM）のグループで管理されています。"),
    ).toBeVisible();
  });

  it("keeps the role in the list, where the switch says why", async () => {
    membersAre([sato]);
    openStaffArea("/users");
    const button = await screen.findByRole("switch", {
      name: "佐藤 花子さんを辞書管理者にする",
    });
    expect(button).toHaveAccessibleDescription(REASON);
    await userEvent.click(button);
    expect(api.sent).toEqual([]);
    const row = within(screen.getByRole("table"));
    expect(row.getByText(REASON)).toHaveClass("visually-hidden");
    expect(row.getByText("ディレクトリ（SCIM）")).toBeVisible();
  });
});
