import Button from "@mui/material/Button";
import { useTranslate } from "react-admin";
import { formatDateTime } from "../../../../domain/dates.ts";
import { LockBanner } from "../LockBanner.tsx";
import type { KeptInput } from "./useOfferedDraft.ts";

/** Offers the draft of an earlier edit on this device. It fills the form only on request. */
export function DraftNotice({ input }: { input: KeptInput }) {
  const translate = useTranslate();
  if (!input.found) return null;
  const text = (key: string, values?: object) =>
    translate(`resources.dictionaries.draft.${key}`, values);
  return (
    <LockBanner
      tone="info"
      sentences={[text("found", { time: formatDateTime(new Date(input.found.keptAt)) })]}
      actions={
        <>
          <Button variant="outlined" color="secondary" onClick={input.discard}>
            {text("discard")}
          </Button>
          <Button variant="contained" onClick={input.restore}>
            {text("restore")}
          </Button>
        </>
      }
    />
  );
}
