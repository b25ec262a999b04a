import { useState } from "react";
import { CloseButton, DialogButtons } from "../../../components/dialog/DialogButtons.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { FailedPart } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { closingPages } from "../../../i18n/ja/closingPages.ts";
import { ProblemText } from "../../../writes/ProblemText.tsx";
import { useWrite } from "../../../writes/useWrite.ts";
import { UnusualList } from "./UnusualList.tsx";
import { useMonthSummary } from "./useMonthSummary.ts";

const text = closingPages.all;

interface CloseAllDialogProps {
  month: string;
  onClose: () => void;
}

/** Closes all contracts of a month that can be closed, after it has said how many and what is unusual. */
export function CloseAllDialog({ month, onClose }: CloseAllDialogProps) {
  const { data, error } = useMonthSummary(month);
  const [said, setSaid] = useState<string>();
  const { write, pending, problem } = useWrite("POST /closings", {
    changes: "closings",
    onWritten: (result) => setSaid(closingPages.said(result)),
  });
  const isAsking = said === undefined && data !== undefined && data.open > 0;
  return (
    <DialogFrame
      open
      title={text.title(month)}
      onClose={onClose}
      dismissible={!pending}
      actions={
        isAsking ? (
          <DialogButtons
            pending={pending}
            confirm={pending ? text.running : text.confirm}
            onConfirm={() => void write({ body: { month } })}
          />
        ) : (
          <CloseButton />
        )
      }
    >
      {said === undefined ? null : <p role="status">{said}</p>}
      {said === undefined && data ? (
        data.open === 0 ? (
          <p>{text.nothing}</p>
        ) : (
          <div className="grid gap-12">
            <p>{text.question(data.open)}</p>
            <UnusualList counts={data.unusual} />
            <p>{text.frozen}</p>
          </div>
        )
      ) : null}
      {data ? null : error ? <FailedPart error={error} /> : <LoadingState />}
      <ProblemText problem={problem} />
    </DialogFrame>
  );
}
