import { DeleteRecord } from "../../../components/dialog/DeleteRecord.tsx";
import type { DictionaryRecord } from "../dictionaryRecord.ts";

interface DeleteDialogProps {
  dictionary: DictionaryRecord;
  onClose: () => void;
}

export function DeleteDialog({ dictionary, onClose }: DeleteDialogProps) {
  return (
    <DeleteRecord
      resource="dictionaries"
      record={dictionary}
      name={dictionary.dictionaryName}
      detail={dictionary.category}
      onClose={onClose}
    />
  );
}
