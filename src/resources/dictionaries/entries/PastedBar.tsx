import Button from "@mui/material/Button";
import { useTranslate } from "react-admin";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { PageBanner } from "../../../components/display/PageBanner.tsx";

interface PastedBarProps {
  count: number;
  busy: boolean;
  onUndo: () => void;
}

/** How many rows were pasted, until the next change. */
export function PastedBar({ count, busy, onUndo }: PastedBarProps) {
  const translate = useTranslate();
  return (
    <PageBanner
      tone="info"
      sentences={[translate("resources.entries.paste.done", { count: formatNumber(count) })]}
      actions={
        <Button variant="outlined" color="secondary" disabled={busy} onClick={onUndo}>
          {translate("resources.entries.action.undo")}
        </Button>
      }
    />
  );
}
