import Button from "@mui/material/Button";
import { LinkBase, useTranslate } from "react-admin";
import { formatNumber } from "../../../../domain/numbers.ts";
import type { DictionaryRecord } from "../dictionaryRecord.ts";
import { entriesPath } from "../entriesPath.ts";

export function EntriesButton({ dictionary }: { dictionary: DictionaryRecord }) {
  const translate = useTranslate();
  return (
    <Button variant="contained" component={LinkBase} to={entriesPath(dictionary.dictionaryId)}>
      {translate("resources.entries.action.openCount", {
        count: formatNumber(dictionary.entryCount),
      })}
    </Button>
  );
}
