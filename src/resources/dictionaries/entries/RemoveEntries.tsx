import { useTranslate } from "react-admin";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { ConfirmDialog } from "../../../components/dialog/ConfirmDialog.tsx";

const NAMED = 5;

interface RemoveEntriesProps {
  entries: readonly Entry[];
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function RemoveEntries({ entries, pending, onConfirm, onClose }: RemoveEntriesProps) {
  const translate = useTranslate();
  const text = (key: string, values?: object) =>
    translate(`resources.entries.remove.${key}`, values);
  const names = entries
    .slice(0, NAMED)
    .map(({ surface }) => surface)
    .join(text("names"));
  return (
    <ConfirmDialog
      open
      title={text("title")}
      pending={pending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{text("body")}</p>
      <p>
        <strong>
          {entries.length > NAMED
            ? text("more", { names, count: formatNumber(entries.length) })
            : names}
        </strong>
      </p>
    </ConfirmDialog>
  );
}
