import type { I18nProvider } from "ra-core";
import polyglotI18nProvider from "ra-i18n-polyglot";
import { ja } from "../i18n/ja/index.ts";

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** A finished sentence, such as a server's, passes as it is; a key without a text is a mistake. */
function onMissingKey(key: string): string {
  if (!JAPANESE.test(key)) console.error(`No text for the key "${key}".`);
  return key;
}

export const i18nProvider: I18nProvider = polyglotI18nProvider(
  () => ja,
  "ja",
  [{ locale: "ja", name: "日本語" }],
  { onMissingKey },
);
