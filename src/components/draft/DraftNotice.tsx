import Button from "@mui/material/Button";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { app } from "../../i18n/ja/app.ts";
import { PageBanner } from "../display/PageBanner.tsx";
import type { Draft } from "./draftStore.ts";
import type { Sent, StoredInput } from "./useDraft.ts";

const text = app.draft;

interface DraftNoticeProps {
  input: StoredInput;
  isEditing: boolean;
  /** Acquires the lock, where that is possible now; resolves to whether this tab holds it. */
  begin?: (() => Promise<boolean>) | undefined;
  /** What to do about an earlier input that is saved, where the page of then had more to show. */
  takenHint?: string | undefined;
}

/**
 * Offers the draft of an earlier edit on this device, which fills the form only on request; or says
 * that it is saved.
 */
export function DraftNotice({ input, isEditing, begin, takenHint }: DraftNoticeProps) {
  const { found, sent, discard } = input;
  if (sent.state === "running") return <PageBanner tone="info" sentences={[text.running]} />;
  if (sent.state === "taken") {
    return (
      <PageBanner
        tone="info"
        sentences={[text.taken(timeOf(sent)), ...(takenHint ? [takenHint] : [])]}
        actions={
          <Button variant="outlined" color="secondary" onClick={discard}>
            {text.close}
          </Button>
        }
      />
    );
  }
  if (!found) return null;
  return <Offer found={found} input={input} isEditing={isEditing} begin={begin} />;
}

interface OfferProps extends Omit<DraftNoticeProps, "takenHint"> {
  found: Draft;
}

function Offer({ found, input, isEditing, begin }: OfferProps) {
  const { sent, isOutdated, restore, discard } = input;
  const canRestore = isEditing || begin !== undefined;
  const time = formatDateTime(new Date(found.keptAt));

  async function restoreNow() {
    if (isEditing || (await begin?.())) restore();
  }

  return (
    <PageBanner
      tone="info"
      sentences={[
        found.origin === "history" ? text.foundHistory : text.found(time),
        ...(sent.state === "partly" ? [text.partly(timeOf(sent))] : []),
        ...(sent.state === "unsure" ? [text.unsure] : []),
        ...(isOutdated ? [text.outdated] : []),
        ...(canRestore ? [] : [text.later]),
      ]}
      actions={
        <>
          <Button variant="outlined" color="secondary" onClick={discard}>
            {text.discard}
          </Button>
          {canRestore ? (
            <Button variant="contained" onClick={() => void restoreNow()} data-autofocus>
              {labelOf(found.origin, isEditing)}
            </Button>
          ) : null}
        </>
      }
    />
  );
}

const timeOf = ({ at }: Extract<Sent, { at: string }>) => formatDateTime(at);

function labelOf(origin: "history" | undefined, isEditing: boolean) {
  if (!isEditing) return text.begin;
  return origin === "history" ? text.fillIn : text.restore;
}
