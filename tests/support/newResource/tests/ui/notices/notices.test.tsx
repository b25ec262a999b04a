import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { apiDouble } from "../../support/apiDouble.ts";
import { aProfile, limits } from "../../support/records.ts";
import { openStaffArea } from "../areas/openArea.tsx";

const time = "2026-04-02T00:05:00.000Z";
const notice = {
  noticeId: 7,
  title: "停止のお知らせ",
  body: "日曜日に停止します。",
  version: 1,
  createdAt: time,
  updatedAt: time,
};
const api = apiDouble("staff");
api.answer("GET /users/me", () => aProfile({ isOrganizationAdmin: true }));
api.answer("GET /contracts/limits", () => limits());
api.answer("GET /notices", () => ({
  content: [notice],
  page: 0,
  size: 10,
  sort: "updatedAt,desc",
  totalElements: 1,
  totalPages: 1,
}));
api.answer("GET /notices/{id}", () => notice);
api.answer("POST /notices", () => notice);
api.answer("PATCH /notices/{id}", () => ({ ...notice, version: 2 }));
api.answer("DELETE /notices/{id}", () => notice);

it("lead from the list to the forms, the detail and the deletion", async () => {
  const user = userEvent.setup();
  openStaffArea("/notices");
  expect(await screen.findByText("停止のお知らせ")).toBeVisible();
  expect(screen.getByRole("link", { name: "お知らせ" })).toHaveAttribute("aria-current", "page");

  await user.click(await screen.findByRole("link", { name: "お知らせを追加" }));
  await user.type(await screen.findByLabelText(/件名/), "停止");
  await user.click(screen.getByText("お知らせを追加"));
  expect(await screen.findByText("日曜日に停止します。")).toBeVisible();
  expect(api.calls("POST /notices")[0]?.body).toEqual({ title: "停止", body: "" });

  await user.click(await screen.findByText("編集する"));
  await user.type(await screen.findByLabelText(/本文/), "全日");
  await user.click(screen.getByText("保存"));
  await user.click(await screen.findByText("削除する"));
  expect(api.calls("PATCH /notices/{id}")[0]?.body).toEqual({ body: "日曜日に停止します。全日" });

  const dialog = await screen.findByRole("alertdialog", { name: "お知らせの削除" });
  await user.click(within(dialog).getByText("削除する"));
  expect(await screen.findByText("お知らせを削除しました。")).toBeVisible();
  expect(api.calls("DELETE /notices/{id}")).toHaveLength(1);
});
