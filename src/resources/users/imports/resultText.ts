import type { UserImportSummary } from "../../../../domain/userImports/schemas.ts";
import { partsText } from "../../../components/imports/ImportHistory.tsx";
import { userImports } from "../../../i18n/ja/userImports.ts";

const text = userImports.result;
const DONE = ["added", "updated", "disabled", "unchanged", "skipped"] as const;
const UNDONE = ["removed", "restored", "enabled", "kept"] as const;

/** 追加 12人・更新 3人: what is not zero; of an import that was undone what undoing did. */
export function resultText({ result, undone }: UserImportSummary): string {
  const parts = undone
    ? UNDONE.map((part) => [part, undone[part]] as const)
    : DONE.map((part) => [part, result[part]] as const);
  return partsText(
    parts.map(([part, count]) => ({
      label: text[part],
      count,
      unit: part === "skipped" ? "件" : "人",
    })),
  );
}
