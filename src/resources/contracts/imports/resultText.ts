import type { ContractImportSummary } from "../../../../domain/contractImports/schemas.ts";
import { partsText } from "../../../components/imports/ImportHistory.tsx";
import { contractImports } from "../../../i18n/ja/contractImports.ts";

const text = contractImports.result;
const DONE = ["added", "updated", "unchanged", "skipped"] as const;
const UNDONE = ["removed", "restored"] as const;

/** 追加 12件・更新 3件: what is not zero; of an import that was undone what undoing did. */
export function resultText({ result, undone }: ContractImportSummary): string {
  const parts = undone
    ? UNDONE.map((part) => ({ label: text[part], count: undone[part] }))
    : DONE.map((part) => ({ label: text[part], count: result[part] }));
  return partsText(parts.map((part) => ({ ...part, unit: "件" })));
}
