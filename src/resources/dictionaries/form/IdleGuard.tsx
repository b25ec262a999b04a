import Button from "@mui/material/Button";
import { useEffect, useEffectEvent, useState } from "react";
import { DialogFrame, useDialogClose } from "../../../components/dialog/DialogFrame.tsx";
import { useTranslate } from "../../../i18n/translate.ts";

/** A user without any input for this time is idle. */
const IDLE_MS = 10 * 60_000;

/** The time to answer the question before the lock is released. */
const ANSWER_MS = 60_000;

const INPUT = ["keydown", "pointerdown", "input"] as const;

/** Releases the lock of an idle holder, after asking. */
export function IdleGuard({ onIdle }: { onIdle: () => void }) {
  const translate = useTranslate();
  const [asking, setAsking] = useState(false);
  const letGo = useEffectEvent(onIdle);

  useEffect(() => {
    if (asking) {
      const timer = setTimeout(() => letGo(), ANSWER_MS);
      return () => clearTimeout(timer);
    }
    const over = new AbortController();
    let timer = 0;
    const wait = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setAsking(true), IDLE_MS);
    };
    for (const event of INPUT) window.addEventListener(event, wait, { signal: over.signal });
    wait();
    return () => {
      over.abort();
      window.clearTimeout(timer);
    };
  }, [asking]);

  return (
    <DialogFrame
      open={asking}
      title={translate("resources.dictionaries.idle.title")}
      size="small"
      role="alertdialog"
      onClose={() => setAsking(false)}
      actions={<StayButton />}
    >
      {translate("resources.dictionaries.idle.warning")}
    </DialogFrame>
  );
}

function StayButton() {
  const translate = useTranslate();
  const close = useDialogClose();
  return (
    <Button variant="contained" onClick={close} data-autofocus>
      {translate("resources.dictionaries.idle.stay")}
    </Button>
  );
}
