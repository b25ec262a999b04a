import Button from "@mui/material/Button";
import { Suspense, useRef, useState } from "react";
import { LinkBase, useCreatePath } from "react-admin";
import { useFocusAfterDialog } from "../../components/focus/useFocusAfterDialog.ts";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { useText } from "../../i18n/translate.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { WebhookRecord } from "../records.ts";

const dialogs = {
  pause: lazyDialog(async () => (await import("./actionDialogs.tsx")).PauseDialog),
  rotate: lazyDialog(async () => (await import("./actionDialogs.tsx")).RotateDialog),
  remove: lazyDialog(async () => (await import("./actionDialogs.tsx")).DeleteDialog),
};

export function WebhookActions({ webhook }: { webhook: WebhookRecord }) {
  const text = useText("resources.webhooks.detail");
  const createPath = useCreatePath();
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  const rotateButton = useRef<HTMLButtonElement>(null);
  // The new secret is a dialog behind the question, which had the focus of the page.
  useFocusAfterDialog(dialog === "rotate", rotateButton);
  const Dialog = dialog && dialogs[dialog];
  return (
    <>
      <Button
        variant="contained"
        component={LinkBase}
        to={createPath({ resource: "webhooks", type: "edit", id: webhook.id })}
      >
        {text("edit")}
      </Button>
      <PauseButton webhook={webhook} onPause={() => setDialog("pause")} />
      <Button
        ref={rotateButton}
        variant="outlined"
        color="secondary"
        onClick={() => setDialog("rotate")}
      >
        {text("rotate")}
      </Button>
      <Button variant="outlined" color="error" onClick={() => setDialog("remove")}>
        {text("remove")}
      </Button>
      {Dialog ? (
        <Suspense>
          <Dialog webhook={webhook} onClose={() => setDialog(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}

interface PauseButtonProps {
  webhook: WebhookRecord;
  onPause: () => void;
}

/** The same element in both states, so that it keeps the focus. Only a pause loses messages. */
function PauseButton({ webhook: { id, version, paused }, onPause }: PauseButtonProps) {
  const text = useText("resources.webhooks");
  const { write, pending } = useWrite("PATCH /webhooks/{id}", {
    changes: "webhooks",
    notice: text("resume.done"),
    noticesProblem: true,
  });
  const resume = () => void write({ id, ifMatch: version, body: { paused: false } });
  return (
    <Button
      variant="outlined"
      color="secondary"
      disabled={pending}
      onClick={paused ? resume : onPause}
    >
      {text(paused ? "detail.resume" : "detail.pause")}
    </Button>
  );
}
