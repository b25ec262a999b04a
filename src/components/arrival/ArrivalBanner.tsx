import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { useLocation } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { PageBanner } from "../display/PageBanner.tsx";

/** What a page says about what led there, until it is left or the note is closed. */
interface ArrivalNote {
  pathname: string;
  message: string;
}

let left: ArrivalNote | undefined;

/** Leaves a note for the page at its path, which is about to open. */
export function leaveArrivalNote(note: ArrivalNote): void {
  left = note;
}

function arrivalNoteFor(pathname: string): ArrivalNote | undefined {
  return left?.pathname === pathname ? left : undefined;
}

function forgetArrivalNote(note: ArrivalNote | undefined): void {
  if (left === note) left = undefined;
}

/** Shows the note that the page before left for this one. */
export function ArrivalBanner() {
  const { pathname } = useLocation();
  return <Note key={pathname} pathname={pathname} />;
}

function Note({ pathname }: { pathname: string }) {
  const [note, setNote] = useState(() => arrivalNoteFor(pathname));
  useEffect(() => forgetArrivalNote(note), [note]);
  if (!note) return null;
  return (
    <div className="screen-only below-16 fit">
      <PageBanner
        tone="info"
        sentences={[note.message]}
        actions={
          <Button
            size="small"
            variant="outlined"
            color="secondary"
            onClick={() => setNote(undefined)}
          >
            {app.close}
          </Button>
        }
      />
    </div>
  );
}
