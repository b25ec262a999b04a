import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { problemSentences } from "../../../domain/problems/sentences.ts";
import { ruleBroken, staleVersion, unavailable } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { copiedText } from "../../support/copiedText.ts";
import { aUser } from "../../support/records.ts";
import { INVITATION_LINK, usersAre } from "../admin/adminRecords.ts";
import { openStaffArea } from "../areas/openArea.tsx";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";
import { membersAre } from "./memberRecords.ts";

const invited = aUser({ status: "INVITED" });

const areas = {
  "the staff area": {
    api: apiDouble("staff"),
    open: (user = invited) => {
      membersAre([user]);
      openStaffArea("/users/u1/show");
    },
  },
  "the admin area": {
    api: apiDouble("admin"),
    open: (user = invited) => {
      usersAre(user);
      openAdmin("/users/u1/show");
    },
  },
} as const;

afterEach(() => vi.restoreAllMocks());

describe.each(Object.entries(areas))("an invited user in %s", (_, { api, open }) => {
  const press = async (name: string) =>
    userEvent.click(await screen.findByRole("button", { name }));
  const dialog = () => screen.findByRole("alertdialog");
  const confirm = async () =>
    userEvent.click(within(await dialog()).getByRole("button", { name: "招待を取り消す" }));

  it("gets a link that the admin copies", async () => {
    userEvent.setup();
    open();
    await press("招待リンクをコピー");
    const said = "佐藤 花子さんの招待リンクをコピーしました。本人にのみお渡しください。";
    expect(await screen.findByText(said)).toBeVisible();
    expect(await copiedText()).toBe(INVITATION_LINK);
    expect(api.sent.map(({ path }) => path)).toEqual(["/users/u1/invitation/link"]);
  });

  it("has a link to copy by hand where the browser does not copy", async () => {
    userEvent.setup();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
    open();
    await press("招待リンクをコピー");
    const shown = within(await dialog()).getByRole("textbox", { name: "招待リンク" });
    expect(shown).toHaveValue(INVITATION_LINK);
    expect(await dialog()).toHaveTextContent("佐藤 花子さん本人にのみお渡しください。");
  });

  it("gets no link while the identity service is away, and the admin is told", async () => {
    expectConsoleErrors();
    open();
    api.refuse("POST /users/{id}/invitation/link", unavailable());
    await press("招待リンクをコピー");
    expect(await screen.findByText(unavailable().message)).toBeVisible();
  });

  it("is no longer invited once the admin has confirmed that", async () => {
    open();
    await press("招待を取り消す");
    expect(await dialog()).toHaveTextContent(
      "佐藤 花子さん（sato@example.com）の招待を取り消しますか？",
    );
    await confirm();
    expect(await screen.findByText("佐藤 花子さんの招待を取り消しました。")).toBeVisible();
    expect(api.sent).toEqual([
      { method: "PATCH", path: "/users/u1", ifMatch: '"3"', body: { status: "DISABLED" } },
    ]);
  });

  it("stays invited if the admin thinks better of it", async () => {
    open();
    await press("招待を取り消す");
    await userEvent.click(within(await dialog()).getByRole("button", { name: "キャンセル" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(api.sent).toEqual([]);
  });

  it.each([
    ["LAST_ORGANIZATION_ADMIN", ruleBroken("LAST_ORGANIZATION_ADMIN")],
    ["STALE_VERSION", staleVersion(invited)],
  ] as const)(
    "stays invited where the server refuses (%s), which says why",
    async (code, problem) => {
      expectConsoleErrors();
      open();
      api.refuse("PATCH /users/{id}", problem);
      await press("招待を取り消す");
      await confirm();
      expect(await screen.findByText(problemSentences[code])).toBeVisible();
      await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
      expect(screen.getByRole("button", { name: "招待を取り消す" })).toBeVisible();
    },
  );

  it("is withdrawn, not disabled", async () => {
    open();
    await screen.findByRole("button", { name: "招待を取り消す" });
    expect(screen.queryByRole("button", { name: "無効にする" })).toBeNull();
  });

  it("offers none of it once active", async () => {
    open(aUser());
    await screen.findByRole("button", { name: "無効にする" });
    for (const name of ["招待リンクをコピー", "招待を取り消す", "招待メールを再送"]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
  });
});
