import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, vi } from "vitest";
import { LoginPage } from "../../../src/login/LoginPage.tsx";
import { identityService } from "../../../src/providers/signIn/identity.ts";
import { pageLoad } from "../../../src/providers/start/pageLoad.ts";
import { apiDouble, doubles, otherServer } from "../../support/apiDouble.ts";
import { aProfile } from "../../support/records.ts";
import { pageAt } from "../providers/apiServer.ts";

export const config = {
  apiKey: "k",
  authDomain: "localhost",
  projectId: "demo-ui",
  emulator: true,
  googleSignIn: false,
  requireMfa: "none",
  demoAccounts: [
    { email: "sysadmin@example.com", label: "システム管理者" },
    { email: "staff@example.com", label: "一般" },
  ],
};
const staff = aProfile();
export const sysadmin = aProfile({ userId: "u0", organizationId: 0, isSystemAdmin: true });

/** Where the page went. */
export const seen: { replaced: string[] } = { replaced: [] };

/**
 * The sign-in page with an API that knows `staff` and opens every admin session, and a server for
 * what is not the API; no user is signed in.
 */
export function signInPageServer() {
  const api = apiDouble("staff");
  api.answer("GET /users/me", () => staff);
  api.answer("POST /sign-in/ways", () => ({ ways: [{ kind: "password" }, { kind: "google" }] }));
  doubles.admin.answer("POST /session", () => undefined);
  beforeEach(() => {
    seen.replaced = [];
    pageAt("/app/login");
    window.sessionStorage.clear();
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.spyOn(pageLoad, "replace").mockImplementation((url) => {
      seen.replaced.push(url);
    });
    otherServer.use(http.get("/config.json", () => HttpResponse.json(config)));
  });
  afterEach(async () => {
    const identity = await identityService();
    await identity.signOut();
  });
  return { api, server: otherServer };
}

/** The requests for admin sessions. */
export const sessions = () => doubles.admin.calls("POST /session").map(({ body }) => body);

export const email = () => screen.getByRole("textbox", { name: "メールアドレス" });
export const password = () => screen.getByLabelText("パスワード");
export const submit = () => screen.getByRole("button", { name: "ログイン" });

export async function signIn(address = "staff@example.com", secret = "password") {
  const user = userEvent.setup();
  render(<LoginPage />);
  await user.type(email(), address);
  await user.type(password(), secret);
  await user.click(submit());
}
