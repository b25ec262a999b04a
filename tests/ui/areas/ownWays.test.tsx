import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Ways } from "../../../domain/ways/schemas.ts";
import { unavailable } from "../../../server/problem.ts";
// So that no test waits for its code.
import "../../../src/staff/contracts/OwnWays.tsx";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aProfile, limits } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { openStaffArea } from "./openArea.tsx";

const api = apiDouble("staff");
const organizationId = 7;
const sso: NonNullable<Ways["sso"]> = {
  kind: "saml",
  providerId: "saml.org-7",
  required: true,
  breakGlassUserIds: ["u2"],
  asksForSecondFactor: false,
  triedAt: "2026-11-20T01:00:00.000Z",
};
const ways = (given: Partial<Ways> = {}): Ways => ({
  password: true,
  google: true,
  sso: null,
  domains: [],
  joinOnFirstSignIn: false,
  heldAt: null,
  version: 1,
  ...given,
});

beforeEach(() => {
  api.answer("GET /users/me", () => aProfile({ isOrganizationAdmin: true, organizationId }));
  api.answer("GET /contracts", paged([]));
  api.answer("GET /contracts/limits", () => limits());
});

const card = async (name: string) => {
  openStaffArea("/contracts");
  return within(await screen.findByRole("region", { name }));
};

describe("the ways to sign in of the own organization", () => {
  it("are shown to its admins, and changed by nobody here", async () => {
    const domains = [
      { name: "example.co.jp", record: "knowledge-insight-verification=01", provenAt: sso.triedAt },
      { name: "example.jp", record: "knowledge-insight-verification=02", provenAt: null },
    ];
    api.answer("GET /organizations/{id}/ways", ({ params }) =>
      ways(params.id === organizationId ? { sso, domains } : {}),
    );
    const region = await card("ログイン方法");
    expect(await region.findByText("必須")).toBeVisible();
    expect(region.getByText("パスワード").nextElementSibling).toHaveTextContent(
      "利用しない（シングルサインオンが必須のため）",
    );
    expect(region.getByText("緊急用アカウント").nextElementSibling).toHaveTextContent("1人");
    expect(region.getByText(/サービス提供元にお問い合わせください。/)).toBeVisible();
    const list = within(screen.getByRole("region", { name: "ドメイン" }));
    expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "example.co.jp確認済み",
      "example.jp未確認",
    ]);
    for (const each of [region, list]) {
      expect(each.queryAllByRole("button")).toEqual([]);
      expect(each.queryAllByRole("link")).toEqual([]);
    }
  });

  it("are the password and Google where nothing was set", async () => {
    api.answer("GET /organizations/{id}/ways", () => ways());
    const region = await card("ログイン方法");
    expect((await region.findByText("シングルサインオン")).nextElementSibling).toHaveTextContent(
      "利用しない",
    );
    const list = within(screen.getByRole("region", { name: "ドメイン" }));
    expect(list.getByText("登録されていません。")).toBeVisible();
  });

  it("say so if they could not be read, beside the contracts", async () => {
    expectConsoleErrors();
    api.refuse("GET /organizations/{id}/ways", unavailable());
    const region = await card("ログイン方法");
    expect(await region.findByRole("alert")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: "契約" })).toBeVisible();
  });
});
