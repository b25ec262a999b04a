import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { I18nContextProvider } from "react-admin";
import { describe, expect, it, vi } from "vitest";
import type { ContractStatus } from "../../../domain/contracts/rules.ts";
import { useResourceText, useText, useTranslate } from "../../../src/i18n/translate.ts";
import { i18nProvider } from "../../../src/providers/i18nProvider.ts";

function resultOf<Result>(hook: () => Result): Result {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nContextProvider value={i18nProvider}>{children}</I18nContextProvider>
  );
  return renderHook(hook, { wrapper }).result.current;
}

describe("the texts of the catalogue", () => {
  const status = (): ContractStatus => "ACTIVE";

  it("are found by their whole keys, also by one of several", () => {
    const translate = resultOf(useTranslate);
    expect(translate("app.editOf", { name: "甲" })).toBe("甲の編集");
    expect(translate(`resources.contracts.status.${status()}`)).toBe("契約中");
  });

  it("are found by what is left of the key in a group", () => {
    const text = resultOf(() => useText("resources.contracts"));
    expect(text(`status.${status()}`)).toBe("契約中");
    expect(text("range", { from: "甲", to: "乙" })).toBe("甲〜乙");
  });

  it("take the values of all texts of a group", () => {
    const text = resultOf(() => useText("resources.contracts", { from: "甲" }));
    expect(text("range", { to: "乙" })).toBe("甲〜乙");
  });

  it("are found for a resource that is known at run time only", () => {
    const text = resultOf(() => useResourceText("service-keys"));
    expect(text("name")).toBe("サービスキー");
  });

  it("are a name itself where that may stand in place of a key", () => {
    const translate = resultOf(useTranslate);
    expect(translate("甲", { _: "甲" })).toBe("甲");
  });

  // The compiler reports an unused directive, so each line says that the key does not compile.
  it("do not compile with a key that is missing", () => {
    const complained = vi.spyOn(console, "error").mockImplementation(() => {});
    const { translate, text, ofResource } = resultOf(() => ({
      translate: useTranslate(),
      // @ts-expect-error
      group: useText("app.nothing"),
      text: useText("app.draft"),
      ofResource: useResourceText("contracts"),
    }));
    // @ts-expect-error
    expect(translate("app.nothing")).toBe("app.nothing");
    // @ts-expect-error
    expect(translate("resources.contracts.nothing")).toBe("resources.contracts.nothing");
    // @ts-expect-error
    expect(translate(`resources.users.role.${status()}`)).toBe("resources.users.role.ACTIVE");
    // @ts-expect-error
    expect(text("nothing")).toBe("app.draft.nothing");
    // @ts-expect-error
    expect(ofResource("nothing.there")).toBe("resources.contracts.nothing.there");
    expect(complained).toHaveBeenCalledTimes(5);
  });
});
