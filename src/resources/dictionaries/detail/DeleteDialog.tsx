import { formatNumber } from "../../../../domain/text/numbers.ts";
import { DeleteRecord } from "../../../components/dialog/DeleteRecord.tsx";
import { useTranslate } from "../../../i18n/translate.ts";
import type { DictionaryRecord } from "../../records.ts";

interface DeleteDialogProps {
  dictionary: DictionaryRecord;
  onClose: () => void;
}

export function DeleteDialog({ dictionary, onClose }: DeleteDialogProps) {
  const translate = useTranslate();
  const { entryCount } = dictionary;
  return (
    <DeleteRecord
      resource="dictionaries"
      record={dictionary}
      name={dictionary.dictionaryName}
      detail={dictionary.category}
      onClose={onClose}
    >
      {entryCount > 0 && (
        <p>
          {translate("resources.dictionaries.remove.entries", { count: formatNumber(entryCount) })}
        </p>
      )}
    </DeleteRecord>
  );
}
