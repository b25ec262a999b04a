import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, vi } from "vitest";
import { LoginPage } from "../../../src/login/LoginPage.tsx";
import { identityService } from "../../../src/providers/identity.ts";
import { pageLoad } from "../../../src/providers/pageLoad.ts";
import { NO_PROFILE } from "../../../src/providers/userProfile.ts";
import { apiServer, pageAt } from "../providers/apiServer.ts";

export const config = {
  apiKey: "k",
  authDomain: "localhost",
  projectId: "demo-ui",
  emulator: true,
  googleSignIn: false,
  demoAccounts: [
    { email: "sysadmin@example.com", label: "システム管理者" },
    { email: "staff@example.com", label: "一般" },
  ],
};
export const staff = { ...NO_PROFILE, userId: "u1", organizationId: 1 };
export const sysadmin = { ...NO_PROFILE, userId: "u0", isSystemAdmin: true };

/** Where the page went, and its requests for admin sessions. */
export const seen: { replaced: string[]; sessions: unknown[] } = { replaced: [], sessions: [] };

/** The sign-in page with an API that opens every session; nobody is signed in. */
export function signInPageServer() {
  const server = apiServer();
  beforeEach(() => {
    seen.replaced = [];
    seen.sessions = [];
    pageAt("/app/login");
    window.sessionStorage.clear();
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.spyOn(pageLoad, "replace").mockImplementation((url) => {
      seen.replaced.push(url);
    });
    server.use(
      http.get("/config.json", () => HttpResponse.json(config)),
      session(204),
    );
  });
  afterEach(async () => {
    const identity = await identityService();
    await identity.signOut();
  });
  return server;
}

export const profileIs = (profile: object, status = 200) =>
  http.get("/api/v1/users/me", () => HttpResponse.json(profile, { status }));

export const session = (status: number, body: object = {}) =>
  http.post("/admin/api/v1/session", async ({ request }) => {
    seen.sessions.push(await request.json());
    return status === 204
      ? new HttpResponse(null, { status })
      : HttpResponse.json(body, { status });
  });

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
