import Button from "@mui/material/Button";
import { useTranslate } from "react-admin";
import { formatNumber } from "../../../../domain/numbers.ts";
import { LockBanner } from "../LockBanner.tsx";
import type { PendingRow } from "./pendingRows.ts";

interface UnsavedBarProps {
  rows: readonly PendingRow[];
  onSave: () => void;
  onDiscard: () => void;
}

/** The rows that could not be saved: why, and how to go on. */
export function UnsavedBar({ rows, onSave, onDiscard }: UnsavedBarProps) {
  const translate = useTranslate();
  const refused = rows.filter(({ state }) => state === "refused");
  if (refused.length === 0) return null;
  const text = (key: string, values?: object) =>
    translate(`resources.entries.unsaved.${key}`, values);
  const [reason] = refused.flatMap(({ errors }) => Object.values(errors));
  return (
    <LockBanner
      sentences={[
        text("some", { count: formatNumber(refused.length) }),
        ...(reason ? [reason] : []),
      ]}
      actions={
        <>
          <Button variant="outlined" color="secondary" onClick={onDiscard}>
            {text("discard")}
          </Button>
          <Button variant="outlined" onClick={onSave}>
            {text("save")}
          </Button>
        </>
      }
    />
  );
}
