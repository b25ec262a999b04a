import type { ImportSummary } from "../../../../domain/imports/schemas.ts";
import { historyColumns, ImportHistory } from "../../../components/imports/ImportHistory.tsx";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { resultText } from "./resultText.ts";

interface DictionaryImportHistoryProps {
  dictionaryId: number;
  /** Memoize the function. */
  onRevert: (imported: ImportSummary) => void;
}

const LATEST_FIRST = { field: "importId", order: "DESC" } as const;
const columns = historyColumns<ImportSummary>(
  ({ result }) => (result ? resultText(result) : ""),
  [
    {
      source: "mode",
      label: importPages.fields.mode,
      width: 130,
      render: ({ mode }) => mode && importPages.modes[mode],
    },
  ],
);

/** Who imported what into the dictionary, and what can still be undone. */
export function DictionaryImportHistory(props: DictionaryImportHistoryProps) {
  const { dictionaryId, onRevert } = props;
  return (
    <ImportHistory
      resource={`dictionaries/${dictionaryId}/imports`}
      sort={LATEST_FIRST}
      columns={columns}
      onRevert={onRevert}
    />
  );
}
