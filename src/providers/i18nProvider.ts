import { type I18nProvider, substituteTokens } from "react-admin";
import { ja } from "../i18n/ja/index.ts";

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/**
 * Translations from a catalogue of nested texts, in which %{name} stands for a value. Japanese has
 * no plural forms, and so what polyglot knows of them need not be loaded.
 */
export function createI18nProvider(catalogue: object): I18nProvider {
  const texts = new Map(textsOf(catalogue));
  return {
    translate: (key, options = {}) =>
      substituteTokens(texts.get(key) ?? options._ ?? withoutText(key), options),
    changeLocale: () => Promise.resolve(),
    getLocale: () => "ja",
    getLocales: () => [{ locale: "ja", name: "日本語" }],
  };
}

/** Every text with its key, such as app.form.save. */
function textsOf(tree: object, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === "string"
      ? [[`${path}${name}`, value] as [string, string]]
      : textsOf(value, `${path}${name}.`),
  );
}

/** A finished sentence, such as a server's, passes as it is; a key without a text is a mistake. */
function withoutText(key: string): string {
  if (key !== "" && !JAPANESE.test(key)) console.error(`No text for the key "${key}".`);
  return key;
}

export const i18nProvider = createI18nProvider(ja);
