import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ActionPage } from "../../../src/login/action/ActionPage.tsx";
import { pageAt } from "../providers/apiServer.ts";

export const INVITATION = "?mode=resetPassword&oobCode=code-1&invited=1";
export const OWN_INVITATION = "?invite=token-1";
export const RESET = "?mode=resetPassword&oobCode=code-1";

export function openLink(search: string) {
  pageAt(`/app/action${search}`);
  render(<ActionPage />);
}

export const next = () => screen.getByLabelText("新しいパスワード");
export const confirmation = () => screen.getByLabelText("新しいパスワード（確認）");
export const set = () => screen.getByRole("button", { name: "パスワードを設定" });
export const toSignIn = () => screen.findByRole("button", { name: "ログイン画面へ" });

/** Fills in the form of an open link and sends it. */
export async function choose(password: string, repeated = password) {
  const user = userEvent.setup();
  await screen.findByLabelText("新しいパスワード");
  for (const [field, text] of [
    [next(), password],
    [confirmation(), repeated],
  ] as const) {
    await user.clear(field);
    await user.paste(text);
  }
  await user.click(set());
}
