import { formatNumber } from "../../../../domain/text/numbers.ts";
import { DeleteRecord } from "../../../components/dialog/DeleteRecord.tsx";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import type { DictionaryRecord } from "../../records.ts";

interface DeleteDialogProps {
  dictionary: DictionaryRecord;
  onClose: () => void;
}

export function DeleteDialog({ dictionary, onClose }: DeleteDialogProps) {
  const { entryCount } = dictionary;
  return (
    <DeleteRecord
      resource="dictionaries"
      record={dictionary}
      name={dictionary.dictionaryName}
      texts={dictionaries.remove}
      notice={dictionaries.notifications.deleted}
      detail={dictionary.category}
      onClose={onClose}
    >
      {entryCount > 0 && <p>{dictionaries.remove.entries(formatNumber(entryCount))}</p>}
    </DeleteRecord>
  );
}
