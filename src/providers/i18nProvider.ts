import { type I18nProvider, substituteTokens } from "react-admin";
import { ja } from "../i18n/ja/index.ts";

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/**
 * The texts that react-admin asks for by key. It also hands finished texts to `translate`, which
 * are returned unchanged: `%{name}` in them is what a user typed.
 */
export function createI18nProvider(catalogue: object): I18nProvider {
  const texts = new Map(textsOf(catalogue));
  return {
    translate: (key, options = {}) => {
      const text = texts.get(key);
      return text === undefined ? finished(key, options) : substituteTokens(text, options);
    },
    changeLocale: () => Promise.resolve(),
    getLocale: () => "ja",
    getLocales: () => [{ locale: "ja", name: "日本語" }],
  };
}

/** A missing key is an error. */
function finished(text: string, options: { _?: string }): string {
  if (options._ !== undefined) return options._;
  if (text !== "" && !JAPANESE.test(text)) console.error(`No text for the key "${text}".`);
  return text;
}

/** Nested texts by their whole keys. */
export function textsOf(tree: object, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === "string"
      ? [[`${path}${name}`, value] as [string, string]]
      : textsOf(value, `${path}${name}.`),
  );
}

export const i18nProvider = createI18nProvider(ja);
