import Button from "@mui/material/Button";
import { useTranslate } from "react-admin";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { type PendingRow, refusedOf, wrongOf } from "./pendingRows.ts";

interface UnsavedBarProps {
  rows: readonly PendingRow[];
  onSave: () => void;
  onDiscard: () => void;
  onNext: () => void;
}

/** The rows that could not be saved: why, and how to go on. */
export function UnsavedBar({ rows, onSave, onDiscard, onNext }: UnsavedBarProps) {
  const translate = useTranslate();
  const refused = refusedOf(rows);
  if (refused.length === 0) return null;
  const text = (key: string, values?: object) =>
    translate(`resources.entries.unsaved.${key}`, values);
  const [reason] = refused.flatMap(({ errors }) => Object.values(errors));
  return (
    <PageBanner
      sentences={[
        text("some", { count: formatNumber(refused.length) }),
        ...(reason ? [reason] : []),
      ]}
      actions={
        <>
          <Button variant="outlined" color="secondary" onClick={onDiscard}>
            {text("discard")}
          </Button>
          {wrongOf(rows).length > 0 ? (
            <Button variant="outlined" color="secondary" aria-keyshortcuts="F8" onClick={onNext}>
              {text("next")}
            </Button>
          ) : null}
          <Button variant="outlined" onClick={onSave}>
            {text("save")}
          </Button>
        </>
      }
    />
  );
}
