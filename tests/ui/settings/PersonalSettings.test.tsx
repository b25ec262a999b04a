import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { unavailable } from "../../../server/problem.ts";
import type { Identity } from "../../../src/providers/signIn/firebaseIdentity.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble, doubles } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aProfile } from "../../support/records.ts";
import { signedIn } from "../areas/browserIdentity.ts";
import { pageAt } from "../providers/apiServer.ts";
import { showSettings } from "./showSettings.tsx";

const changePassword = vi.fn<Identity["changePassword"]>();
const identityService = signedIn({ changePassword });

const api = apiDouble("staff");
const { admin } = doubles;
api.answer("GET /sessions", paged([]));
admin.answer("GET /sessions", paged([]));
api.answer("DELETE /sessions/others", () => undefined);
admin.answer("DELETE /sessions/others", () => undefined);
admin.answer("POST /session", () => undefined);
api.answer("GET /alerts/mails", () => ({ enabled: true, available: true }));
api.answer("GET /proposals/mails", () => ({ enabled: true, available: true }));
admin.answer("GET /alerts/mails", () => ({ enabled: true, available: true }));
/** The credentials with which an area was asked to end the other sign-ins. */
const endedOthers = (area: typeof api | typeof admin) =>
  area.calls("DELETE /sessions/others").map(({ headers }) => headers.get("authorization"));
const onClose = vi.fn();

beforeEach(() => {
  changePassword.mockReset().mockResolvedValue("new-token");
  onClose.mockReset();
  pageAt("/");
  userProfile.set(aProfile());
});

function show() {
  showSettings({ identityService, onClose });
  return userEvent.setup();
}

const alertInDialog = () => within(screen.getByRole("dialog")).findByRole("alert");
const button = (name: string) => screen.getByRole("button", { name });
const field = (label: RegExp) => screen.getByLabelText(label, { selector: "input" });
const current = () => field(/^現在のパスワード/);
const next = () => field(/^新しいパスワード\*?$/);
const confirmation = () => field(/^新しいパスワード（確認）/);

async function edit(typed: { next?: string; confirmation?: string }) {
  const user = show();
  await user.click(button("編集"));
  if (typed.next) await user.type(next(), typed.next);
  if (typed.confirmation) await user.type(confirmation(), typed.confirmation);
  await user.click(button("変更を適用"));
  return user;
}

const right = { next: "new-password", confirmation: "new-password" };
const TOO_OLD = { code: "auth/requires-recent-login" };

/** Applies a new password after a sign-in that the identity service takes for too old. */
async function editLate() {
  changePassword.mockRejectedValueOnce(TOO_OLD);
  const user = await edit(right);
  await waitFor(() => expect(current()).toHaveFocus());
  return user;
}

describe("view mode", () => {
  it("shows name and e-mail, and the password as dots of no particular number", () => {
    show();
    expect(screen.getByRole("dialog", { name: "個人設定" })).toBeVisible();
    expect(screen.getByText("一般 太郎")).toBeVisible();
    expect(screen.getByText("staff@example.com")).toBeVisible();
    expect(screen.getByText("••••••••")).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(button("編集")).toHaveFocus();
  });

  it("becomes edit mode by 編集 and comes back by キャンセル, nothing kept", async () => {
    const user = show();
    await user.click(button("編集"));
    expect(next()).toHaveFocus();
    await user.type(next(), "secret-one");
    await user.click(button("キャンセル"));
    expect(button("編集")).toHaveFocus();
    await user.click(button("編集"));
    expect(next()).toHaveValue("");
  });
});

describe("what was typed", () => {
  it("goes into two fields, of the new password and its confirmation", async () => {
    const user = show();
    await user.click(button("編集"));
    const fields = within(screen.getByRole("dialog")).getAllByLabelText(/パスワード/, {
      selector: "input",
    });
    expect(fields).toEqual([next(), confirmation()]);
  });

  it.each([
    [{}, "パスワードを入力してください。", next],
    [{ next: "12345", confirmation: "12345" }, "パスワードは6文字以上で入力してください。", next],
    [{ next: "123456", confirmation: "1234567" }, "パスワードが一致しません。", confirmation],
    [{ next: "123456" }, "パスワードが一致しません。", confirmation],
  ] as const)("is refused at its field: %j", async (typed, sentence, field) => {
    await edit(typed);
    expect(screen.getByText(sentence)).toBeVisible();
    expect(field()).toHaveAccessibleDescription(sentence);
    expect(field()).toHaveFocus();
    expect(changePassword).not.toHaveBeenCalled();
  });

  it("is never shown, and is known to password managers", async () => {
    const user = show();
    await user.click(button("編集"));
    for (const field of [next(), confirmation()]) {
      expect(field).toHaveAttribute("type", "password");
      expect(field).toHaveAttribute("autocomplete", "new-password");
    }
  });
});

describe("applying", () => {
  it("goes by Enter as well, and saves the new password", async () => {
    const user = show();
    await user.click(button("編集"));
    await user.type(next(), "new-password");
    await user.type(confirmation(), "new-password{Enter}");
    expect(await screen.findByText("パスワードを変更しました。")).toBeVisible();
    expect(changePassword).toHaveBeenCalledExactlyOnceWith("new-password", undefined);
  });

  it("has a saving state, in which nothing closes the dialog", async () => {
    let finish: (token: string) => void = () => {};
    changePassword.mockImplementation(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await edit(right);
    expect(button("保存しています...")).toBeDisabled();
    expect(button("キャンセル")).toBeDisabled();
    expect(button("閉じる")).toBeDisabled();
    expect(next()).toHaveAttribute("readonly");
    await act(async () => finish("token"));
    expect(screen.getByText("パスワードを変更しました。")).toBeVisible();
  });

  it("shows its success for 1.5 s and closes then", async () => {
    vi.useFakeTimers();
    show();
    fireEvent.click(button("編集"));
    fireEvent.change(next(), { target: { value: right.next } });
    fireEvent.change(confirmation(), { target: { value: right.confirmation } });
    fireEvent.click(button("変更を適用"));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText("パスワードを変更しました。")).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(1499));
    expect(onClose).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("keeps the dialog and what was typed when it fails", async () => {
    changePassword.mockRejectedValue(new Error("認証情報がありません。"));
    await edit(right);
    const alert = await alertInDialog();
    expect(alert).toHaveTextContent("認証情報がありません。");
    expect(alert).toHaveFocus();
    expect(next()).toHaveValue("new-password");
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    [{ code: "auth/internal-error" }, "パスワード更新に失敗しました。"],
    [
      { code: "auth/network-request-failed" },
      "ネットワークエラーが発生しました。通信環境をご確認ください。",
    ],
    [
      { code: "auth/too-many-requests" },
      "試行回数が上限に達しました。しばらくしてからお試しください。",
    ],
  ])("says why it failed: %j", async (error, sentence) => {
    changePassword.mockRejectedValue(error);
    await edit(right);
    expect(await alertInDialog()).toHaveTextContent(sentence);
  });

  it("ends the other sign-ins of the person at once", async () => {
    await edit(right);
    expect(await screen.findByText("パスワードを変更しました。")).toBeVisible();
    expect(endedOthers(api)).toEqual(["Bearer new-token"]);
    expect(endedOthers(admin)).toEqual([]);
  });

  it("counts as done when only the other sign-ins could not be ended", async () => {
    api.refuse("DELETE /sessions/others", unavailable());
    await edit(right);
    expect(await screen.findByText("パスワードを変更しました。")).toBeVisible();
  });

  it("renews a system admin's session with the new token, then ends the others", async () => {
    pageAt("/admin/contracts");
    userProfile.set({ ...userProfile.get(), isSystemAdmin: true });
    await edit(right);
    await waitFor(() => expect(endedOthers(admin)).toEqual([null]));
    expect(admin.sent).toMatchObject([
      { path: "/session", body: { idToken: "new-token" } },
      { path: "/sessions/others" },
    ]);
    expect(api.sent).toEqual([]);
  });

  it("counts as done when only the session could not be renewed", async () => {
    userProfile.set({ ...userProfile.get(), isSystemAdmin: true });
    admin.refuse("POST /session", unavailable());
    await edit(right);
    expect(await screen.findByText("パスワードを変更しました。")).toBeVisible();
  });
});

describe("where the identity service needs the current password", () => {
  it("asks for it in a second step, and saves the new one with it", async () => {
    const user = await editLate();
    expect(
      screen.getByText("セキュリティのため、現在のパスワードを入力してください。"),
    ).toBeVisible();
    expect(screen.queryByLabelText(/^新しいパスワード/)).toBeNull();
    expect(current()).toHaveAttribute("type", "password");
    expect(current()).toHaveAttribute("autocomplete", "current-password");
    await user.type(current(), "password{Enter}");
    expect(await screen.findByText("パスワードを変更しました。")).toBeVisible();
    expect(changePassword).toHaveBeenLastCalledWith("new-password", { password: "password" });
    expect(endedOthers(api)).toEqual(["Bearer new-token"]);
  });

  it("refuses an empty one at its field", async () => {
    const user = await editLate();
    await user.click(button("変更を適用"));
    expect(current()).toHaveAccessibleDescription("現在のパスワードを入力してください。");
    expect(current()).toHaveFocus();
    expect(changePassword).toHaveBeenCalledOnce();
  });

  it.each(["auth/wrong-password", "auth/invalid-credential"])(
    "stays with a wrong one, and takes the right one: %s",
    async (code) => {
      const user = await editLate();
      changePassword.mockRejectedValueOnce({ code });
      await user.type(current(), "wrong-one{Enter}");
      expect(await alertInDialog()).toHaveTextContent("現在のパスワードが正しくありません。");
      await user.clear(current());
      await user.type(current(), "{Enter}");
      expect(screen.queryByText("現在のパスワードが正しくありません。")).toBeNull();
      let finish: (token: string) => void = () => {};
      changePassword
        .mockRejectedValueOnce({ code })
        .mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
      await user.type(current(), "wrong-two{Enter}");
      expect(await alertInDialog()).toBeVisible();
      await user.clear(current());
      await user.type(current(), "password{Enter}");
      expect(screen.queryByText("現在のパスワードが正しくありません。")).toBeNull();
      act(() => finish("new-token"));
      expect(await screen.findByText("パスワードを変更しました。")).toBeVisible();
      expect(screen.queryByText("現在のパスワードが正しくありません。")).toBeNull();
    },
  );

  it("leads back to the new password, which is kept, where that one is refused", async () => {
    const user = await editLate();
    changePassword.mockRejectedValueOnce({ code: "auth/weak-password" });
    await user.type(current(), "password{Enter}");
    expect(await alertInDialog()).toBeVisible();
    expect(next()).toHaveValue("new-password");
    expect(screen.queryByLabelText(/^現在のパスワード/)).toBeNull();
  });

  it("comes back by キャンセル, nothing kept", async () => {
    const user = await editLate();
    await user.type(current(), "password");
    await user.click(button("キャンセル"));
    expect(button("編集")).toHaveFocus();
    await user.click(button("編集"));
    expect(next()).toHaveValue("");
  });
});

it("closes by its close button after the closing animation", async () => {
  const user = show();
  await user.click(button("閉じる"));
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce(), {
    timeout: 1_250,
  });
});
