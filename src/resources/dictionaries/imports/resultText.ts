import type { ImportResult } from "../../../../domain/imports/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { importPages } from "../../../i18n/ja/importPages.ts";

const PARTS = ["added", "updated", "deleted", "unchanged", "skipped"] as const;

/** 追加 12件・上書き 3件: what is not zero. */
export function resultText(result: ImportResult): string {
  return (
    PARTS.filter((part) => result[part] > 0)
      .map((part) => importPages.result[part](formatNumber(result[part])))
      .join(importPages.result.between) || importPages.result.none
  );
}
