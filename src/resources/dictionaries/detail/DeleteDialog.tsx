import { DeleteRecord } from "../../../components/dialog/DeleteRecord.tsx";
import type { DictionaryRow } from "../dictionaryRow.ts";

interface DeleteDialogProps {
  dictionary: DictionaryRow;
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
