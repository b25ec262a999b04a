import Button from "@mui/material/Button";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { useText } from "../../i18n/translate.ts";
import { PageBanner } from "../display/PageBanner.tsx";
import type { KeptInput } from "./useDraft.ts";

interface DraftNoticeProps {
  input: KeptInput;
  isEditing: boolean;
  /** Acquires the lock, where that is possible now; resolves to whether this tab holds it. */
  begin?: (() => Promise<boolean>) | undefined;
}

/** Offers the draft of an earlier edit on this device. It fills the form only on request. */
export function DraftNotice({ input, isEditing, begin }: DraftNoticeProps) {
  const text = useText("app.draft");
  if (!input.found) return null;
  const time = formatDateTime(new Date(input.found.keptAt));
  const found = text(input.found.origin === "history" ? "foundHistory" : "found", { time });

  async function restore() {
    if (isEditing || (await begin?.())) input.restore();
  }

  const canRestore = isEditing || begin !== undefined;
  return (
    <PageBanner
      tone="info"
      sentences={[
        found,
        ...(input.isOutdated ? [text("outdated")] : []),
        ...(canRestore ? [] : [text("later")]),
      ]}
      actions={
        <>
          <Button variant="outlined" color="secondary" onClick={input.discard}>
            {text("discard")}
          </Button>
          {canRestore ? (
            <Button variant="contained" onClick={() => void restore()} data-autofocus>
              {text(labelOf(input.found.origin, isEditing))}
            </Button>
          ) : null}
        </>
      }
    />
  );
}

function labelOf(origin: "history" | undefined, isEditing: boolean) {
  if (!isEditing) return "begin";
  return origin === "history" ? "fillIn" : "restore";
}
