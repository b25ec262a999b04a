import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { useLocation } from "react-admin";
import { useTranslate } from "../../i18n/translate.ts";
import { PageBanner } from "../display/PageBanner.tsx";
import styles from "./arrival.module.css";
import { arrivalNoteFor, forgetArrivalNote } from "./arrivalNote.ts";

/** Shows the note that the page before left for this one. */
export function ArrivalBanner() {
  const { pathname } = useLocation();
  return <Note key={pathname} pathname={pathname} />;
}

function Note({ pathname }: { pathname: string }) {
  const translate = useTranslate();
  const [note, setNote] = useState(() => arrivalNoteFor(pathname));
  useEffect(() => forgetArrivalNote(note), [note]);
  if (!note) return null;
  return (
    <div className={`${styles.note} screen-only`}>
      <PageBanner
        tone="info"
        sentences={[translate(note.message, note.messageArgs)]}
        actions={
          <Button
            size="small"
            variant="outlined"
            color="secondary"
            onClick={() => setNote(undefined)}
          >
            {translate("app.close")}
          </Button>
        }
      />
    </div>
  );
}
