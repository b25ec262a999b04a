import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { ProblemError } from "../../../server/problem.ts";
import { LoginPage } from "../../../src/login/LoginPage.tsx";
import { signsIn, signsInByIdp } from "./identityServer.ts";
import { email, password, seen, signInPageServer, submit } from "./signInPage.tsx";

const { api, server } = signInPageServer();

const SSO = { kind: "oidc", providerId: "oidc.org-2" } as const;
const PASSWORD = { kind: "password" } as const;

const bySso = () => screen.queryByRole("button", { name: "シングルサインオンでログイン" });
const toPassword = () => screen.queryByRole("button", { name: "パスワードでログイン" });

async function enterAddress(end: string, address = "sato@example.com") {
  const user = userEvent.setup();
  render(<LoginPage />);
  await user.type(email(), `${address}${end}`);
  return user;
}

describe("the sign-in page", () => {
  it("asks how the person of an address signs in, once, when the field is left", async () => {
    const user = await enterAddress("{Tab}", "Ｓato@example.com ");
    await waitFor(() => expect(api.calls("POST /sign-in/ways")).toHaveLength(1));
    await user.click(email());
    await user.tab();
    expect(password()).toBeVisible();
    expect(api.calls("POST /sign-in/ways").map(({ body }) => body)).toEqual([
      { email: "sato@example.com" },
    ]);
  });

  it("asks nothing for what is no address", async () => {
    await enterAddress("{Tab}", "sato");
    expect(api.calls("POST /sign-in/ways")).toEqual([]);
  });

  it("offers single sign-on in place of the password, with the focus", async () => {
    api.answer("POST /sign-in/ways", () => ({ ways: [SSO] }));
    server.use(...signsInByIdp("u1"));
    const user = await enterAddress("{Tab}");
    await waitFor(() => expect(bySso()).toHaveFocus());
    expect(password()).not.toBeVisible();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
  });

  it("offers it after Enter in the address too, without a complaint about the password", async () => {
    api.answer("POST /sign-in/ways", () => ({ ways: [SSO, PASSWORD] }));
    await enterAddress("{Enter}");
    await waitFor(() => expect(bySso()).toHaveFocus());
    expect(screen.queryByText("パスワードを入力してください。")).toBeNull();
  });

  it("lets those who keep the password sign in by it", async () => {
    api.answer("POST /sign-in/ways", () => ({ ways: [SSO] }));
    server.use(...signsIn("u1"));
    const user = await enterAddress("{Tab}");
    await waitFor(() => expect(toPassword()).toBeVisible());
    await user.click(screen.getByRole("button", { name: "パスワードでログイン" }));
    expect(password()).toHaveFocus();
    await user.keyboard("password{Enter}");
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
  });

  it("names no password where the organization has none beside single sign-on and Google", async () => {
    api.answer("POST /sign-in/ways", () => ({ ways: [SSO, { kind: "google" }] }));
    await enterAddress("{Tab}");
    await waitFor(() => expect(bySso()).toBeVisible());
    expect(toPassword()).toBeNull();
  });

  it("goes back to the password for another address", async () => {
    api.answer("POST /sign-in/ways", ({ body }) => ({
      ways: [body.email.endsWith("@example.com") ? SSO : PASSWORD],
    }));
    const user = await enterAddress("{Tab}");
    await waitFor(() => expect(bySso()).toBeVisible());
    await user.type(email(), ".jp{Tab}");
    expect(bySso()).toBeNull();
    expect(password()).toBeVisible();
  });

  it("does not take away a password that is being typed", async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    api.answer("POST /sign-in/ways", async () => {
      await answered;
      return { ways: [SSO] };
    });
    const user = await enterAddress("{Tab}");
    await user.keyboard("pass");
    answer();
    await user.keyboard("word");
    expect(password()).toHaveValue("password");
    expect(password()).toBeVisible();
  });

  it("stays with the password without an answer", async () => {
    api.cutOff("POST /sign-in/ways");
    server.use(...signsIn("u1"));
    const user = await enterAddress("{Enter}");
    await waitFor(() => expect(password()).toHaveFocus());
    await user.keyboard("password{Enter}");
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
  });

  it("says in one sentence why a way is refused, and shows the right one", async () => {
    server.use(...signsIn("u1"));
    const problem = new ProblemError("WAY_NOT_ALLOWED");
    api.answer("GET /users/me", () =>
      HttpResponse.json(problem.body("request"), { status: problem.statusCode }),
    );
    const user = await enterAddress("{Tab}");
    await user.type(password(), "password");
    await user.click(submit());
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "このログイン方法は利用できません。組織で許可されている方法でログインしてください。",
    );
    expect(password()).toHaveValue("");
    expect(seen.replaced).toEqual([]);
  });
});
