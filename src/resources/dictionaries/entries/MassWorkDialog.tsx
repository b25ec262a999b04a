import Button from "@mui/material/Button";
import { useEffect, useRef } from "react";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { CloseButton } from "../../../components/dialog/CloseButton.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { ProgressBar } from "../../../components/display/ProgressBar.tsx";
import { useText } from "../../../i18n/translate.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { endsLock } from "../lockRefusal.ts";
import type { MassWork } from "./useEntryWork.ts";

interface MassWorkDialogProps {
  work: MassWork;
  onStop: () => void;
  onClose: () => void;
}

/** How far an action on many entries is, and how far it came if it ended before. */
export function MassWorkDialog({ work, onStop, onClose }: MassWorkDialogProps) {
  const text = useText("resources.entries.work");
  const { kind, done, total, state } = work;
  const isOver = state === "ended";
  const title = text(`${kind}.title`);
  // Steps of ten, so that screen readers do not read every batch.
  const percent = Math.floor((done / total) * 10) * 10;
  return (
    <DialogFrame
      open
      title={title}
      size="small"
      dismissible={isOver}
      onClose={onClose}
      actions={
        isOver ? (
          <CloseButton />
        ) : (
          <Button variant="outlined" color="secondary" onClick={onStop} data-autofocus>
            {text("stop")}
          </Button>
        )
      }
    >
      {isOver ? (
        <Ended work={work} />
      ) : (
        <ProgressBar
          label={title}
          text={state === "stopping" ? text("stopping") : text(`${kind}.running`, { percent })}
          value={done}
          max={total}
        />
      )}
    </DialogFrame>
  );
}

/** Takes the focus, which was on the button that stops. */
function Ended({ work: { kind, total, outcome } }: { work: MassWork }) {
  const text = useText("resources.entries.work");
  const paragraph = useRef<HTMLDivElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  if (!outcome) return null;
  const { done, missing, left, error } = outcome;
  const why = endsLock(error) ? text("lockLost") : messageFor(error);
  return (
    <div ref={paragraph} tabIndex={-1} role="alert">
      <p>{error === undefined ? text("stopped") : why}</p>
      <p>
        {text(`${kind}.ended`, { done: formatNumber(done), total: formatNumber(total) })}
        {missing > 0 ? text("missing", { count: formatNumber(missing) }) : null}
      </p>
      <p>
        {text(kind === "undone" ? "leftOfUndo" : "left", { count: formatNumber(left) })}
        {done > 0 && kind !== "undone" ? text("undo") : null}
      </p>
    </div>
  );
}
