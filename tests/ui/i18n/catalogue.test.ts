import englishMessages from "ra-language-english";
import { describe, expect, it, vi } from "vitest";
import { ja } from "../../../src/i18n/ja/index.ts";
import { keyHelp, quickSearch } from "../../../src/i18n/ja/quickSearch.ts";
import { lateTexts, textsOf } from "../../../src/i18n/lateTexts.ts";
import { i18nProvider } from "../../../src/providers/i18nProvider.ts";

import.meta.glob("../../../src/i18n/ja/late/*.ts", { eager: true });

const all = [...textsOf({ ...ja, late: { quickSearch, keyHelp } }), ...lateTexts];
const own = new Map(all);

/** Labels of fields and chips that look like sentences. */
const LABELS = ["app.field.choose", "resources.users.account.error"];

describe("the catalogue", () => {
  it("has a text for every key of react-admin, and none that react-admin lacks", () => {
    const keys = textsOf(englishMessages).map(([key]) => key);
    expect(
      all
        .filter(([key]) => key.startsWith("ra."))
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
    const names = /^resources\.dictionaries\.(engines|formats|encodings)\.|\.rows\.\d+\.0$/;
    expect(latin.map(([key]) => key).filter((key) => !names.test(key))).toEqual([
      "app.title",
      "app.ok",
      "login.product",
      "resources.deliveries.http",
      "resources.webhooks.name",
      "resources.webhooks.fields.url",
    ]);
  });

  it("ends its sentences with 。 and never doubles it", () => {
    for (const [key, text] of all) {
      expect(text, key).not.toMatch(/。。|こちら|くださいください/);
      if (!LABELS.includes(key)) {
        expect(text, key).not.toMatch(/(です|ます|ません|ました|ください|でした)$/);
      }
    }
  });
});

describe("the i18n provider", () => {
  it("fills in variables", () => {
    expect(i18nProvider.translate("ra.validation.minLength", { min: 6 })).toBe(
      "6文字以上で入力してください。",
    );
  });

  it("lets a finished sentence pass", () => {
    const sentence = "契約期間が重複しています。（契約 12：50%）";
    expect(i18nProvider.translate(sentence)).toBe(sentence);
  });

  it("complains about a key without a text", () => {
    const complain = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(i18nProvider.translate("app.nothing.there")).toBe("app.nothing.there");
    expect(complain).toHaveBeenCalledWith('No text for the key "app.nothing.there".');
  });

  it("is Japanese alone", () => {
    expect(i18nProvider.getLocale()).toBe("ja");
    expect(i18nProvider.getLocales?.()).toEqual([{ locale: "ja", name: "日本語" }]);
  });
});
