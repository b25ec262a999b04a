import englishMessages from "ra-language-english";
import { describe, expect, it, vi } from "vitest";
import { ja } from "../../../src/i18n/ja/index.ts";
import { i18nProvider, textsOf } from "../../../src/providers/i18nProvider.ts";

const files = import.meta.glob<object>(
  ["../../../src/i18n/ja/*.ts", "../../../src/i18n/ja/resources/*.ts", "!**/index.ts"],
  { eager: true },
);

/** What functions get that do not take figures and names alone. */
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  "action.contains": [["number"]],
  "action.errors.lacks": [["number"]],
  "fileImports.converted.lines": [[1, 2], 2],
  "fileImports.dryRun.ignored": [["甲"]],
  "ssoWizard.metadata.read": [{ certificates: ["甲"], found: 2 }],
  "userImports.file.columns": ["users"],
  "userImports.invite.unread": [["甲"]],
  "users.form.managedRoles": [["dictionaryAdmin"]],
};

/** All texts by their paths, those of functions with a figure in each place. */
function textsIn(texts: object, path = ""): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] => {
    const here = `${path}${name}`;
    const text = typeof value === "function" ? value(...argumentsOf(here, value)) : value;
    return typeof text === "string" ? [[here, text]] : textsIn(text, `${here}.`);
  });
}

const argumentsOf = (path: string, { length }: { length: number }): readonly unknown[] =>
  SAMPLES[path] ?? Array.from({ length }, () => "1");

const all = Object.values(files).flatMap((file) => textsIn(file));
const own = new Map(all);

/** Titles, and labels of fields and chips, that look like sentences. */
const LABELS = [
  "action.disabled.title",
  "action.gone.title",
  "action.unknown.title",
  "app.field.choose",
  "ssoWizard.setUp.done",
  "ssoWizard.setUp.failed",
  "users.account.error",
  "users.detail.noInvitation",
];

describe("the catalogue", () => {
  it("has a text for every key of react-admin, and none that react-admin lacks", () => {
    const keys = textsOf(englishMessages).map(([key]) => key);
    expect(
      textsOf({ ra: ja.ra })
        .map(([key]) => key)
        .sort(),
    ).toEqual(keys.sort());
  });

  it("uses in each text of react-admin no variable that react-admin does not fill in", () => {
    const variables = (text = "") => [...text.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name);
    for (const [key, english] of textsOf(englishMessages)) {
      const known = [...variables(english), "smart_count", "name", "recordRepresentation"];
      for (const variable of variables(own.get(key))) expect(known, key).toContain(variable);
    }
  });

  it("is Japanese: no text is left in English", () => {
    const words = (text: string) => text.replaceAll(/%\{\w+\}/g, "");
    const latin = all.filter(([, text]) => /^[\x20-\x7e]*[a-z]{2}[\x20-\x7e]*$/i.test(words(text)));
    const names =
      /^dictionaries\.(engines|formats|encodings)\.|^ssoWizard\.(idp|kind|copy)\.|\.(rows|help)\.\d+\.0$/;
    expect(latin.map(([key]) => key).filter((key) => !names.test(key))).toEqual([
      "worklist.webhook",
      "app.title",
      "app.ok",
      "contractImports.file.example.adminEmail",
      "login.product",
      "deliveries.http",
      "webhooks.name",
      "webhooks.fields.url",
      "userImports.file.example.email",
    ]);
  });

  it("ends its sentences with 。 and never doubles it", () => {
    expect(all.filter(([, text]) => /。。|こちら|くださいください/.test(text))).toEqual([]);
    const open = all.filter(([, text]) => /(です|ます|ません|ました|ください|でした)$/.test(text));
    expect(open.map(([path]) => path).toSorted()).toEqual(LABELS);
  });
});

describe("the i18n provider", () => {
  it("fills in variables", () => {
    expect(i18nProvider.translate("ra.validation.minLength", { min: 6 })).toBe(
      "6文字以上で入力してください。",
    );
  });

  it("has the names of resources and fields, by the names that addresses have", () => {
    expect(i18nProvider.translate("resources.service-keys.name")).toBe("サービスキー");
    expect(i18nProvider.translate("resources.audit-events.fields.day")).toBe("日付");
  });

  it("lets a finished text pass as it is, with what people typed", () => {
    const sentence = "%{name}の契約期間が重複しています。||||（契約 12：50%）";
    expect(i18nProvider.translate(sentence, { name: "甲" })).toBe(sentence);
    expect(i18nProvider.translate("Webhook", { _: "Webhook", name: "甲" })).toBe("Webhook");
  });

  it("complains about a key without a text", () => {
    const complain = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(i18nProvider.translate("ra.nothing.there")).toBe("ra.nothing.there");
    expect(complain).toHaveBeenCalledWith('No text for the key "ra.nothing.there".');
  });

  it("is Japanese alone", () => {
    expect(i18nProvider.getLocale()).toBe("ja");
    expect(i18nProvider.getLocales?.()).toEqual([{ locale: "ja", name: "日本語" }]);
  });
});
