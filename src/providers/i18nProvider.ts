import { type I18nProvider, substituteTokens } from "react-admin";
import { ja } from "../i18n/ja/index.ts";
import { lateTexts, textsOf } from "../i18n/lateTexts.ts";

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** Translates nested texts with placeholders such as %{name}, without plural forms. */
export function createI18nProvider(catalogue: object): I18nProvider {
  const texts = new Map(textsOf(catalogue));
  return {
    translate: (key, options = {}) =>
      substituteTokens(
        texts.get(key) ?? lateTexts.get(key) ?? options._ ?? withoutText(key),
        options,
      ),
    changeLocale: () => Promise.resolve(),
    getLocale: () => "ja",
    getLocales: () => [{ locale: "ja", name: "日本語" }],
  };
}

/** A finished sentence, such as the server's, is returned unchanged; a missing key is an error. */
function withoutText(key: string): string {
  if (key !== "" && !JAPANESE.test(key)) console.error(`No text for the key "${key}".`);
  return key;
}

export const i18nProvider = createI18nProvider(ja);
