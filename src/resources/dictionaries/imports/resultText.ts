import type { ImportResult } from "../../../../domain/imports/schemas.ts";
import { partsText } from "../../../components/imports/ImportHistory.tsx";
import { importPages } from "../../../i18n/ja/importPages.ts";

const PARTS = ["added", "updated", "deleted", "unchanged", "skipped"] as const;

/** 追加 12件・上書き 3件: what is not zero. */
export function resultText(result: ImportResult): string {
  return partsText(
    PARTS.map((part) => ({ label: importPages.result[part], count: result[part], unit: "件" })),
  );
}
