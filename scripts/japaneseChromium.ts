/**
 * Starts Chromium in Japanese: the order of the fields in its date inputs follows its language. On
 * Linux LANGUAGE chooses it, elsewhere `--lang`; Debian keeps the texts in chromium-l10n.
 */
export const japanese = {
  args: ["--lang=ja"],
  env: { ...process.env, LANGUAGE: "ja" },
};
