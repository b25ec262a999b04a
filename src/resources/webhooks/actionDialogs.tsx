import { useState } from "react";
import type { SecretWebhook } from "../../../domain/webhooks/schemas.ts";
import { DeleteRecord } from "../../components/dialog/DeleteRecord.tsx";
import { DialogButtons } from "../../components/dialog/DialogButtons.tsx";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { DialogSubject } from "../../components/dialog/DialogSubject.tsx";
import { webhooks } from "../../i18n/ja/resources/webhooks.ts";
import { webhookPage } from "../../i18n/ja/webhookPage.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { useWrite } from "../../writes/useWrite.ts";
import type { WebhookRecord } from "../records.ts";
import { hostOf } from "./host.ts";
import { NewSecret } from "./WebhookFields.tsx";

interface DialogProps {
  webhook: WebhookRecord;
  onClose: () => void;
}

export function PauseDialog({ webhook, onClose }: DialogProps) {
  const { id, version, url } = webhook;
  const text = webhookPage.pause;
  const { write, pending, problem } = useWrite("PATCH /webhooks/{id}", {
    changes: "webhooks",
    notice: text.done,
    onWritten: onClose,
  });
  return (
    <DialogFrame
      size="small"
      title={text.title}
      onClose={onClose}
      dismissible={!pending}
      actions={
        <DialogButtons
          pending={pending}
          confirm={text.confirm}
          onConfirm={() => void write({ id, ifMatch: version, body: { paused: true } })}
        />
      }
    >
      <p>{text.body}</p>
      <DialogSubject name={hostOf(webhook)} detail={url} />
      <p>{text.loses}</p>
      <ProblemText problem={problem} />
    </DialogFrame>
  );
}

/** Asks before a secret is replaced, then shows the new one. */
export function RotateDialog({ webhook, onClose }: DialogProps) {
  const [rotated, setRotated] = useState<SecretWebhook>();
  return rotated ? (
    <NewSecret of="rotated" webhook={rotated} onClose={onClose} />
  ) : (
    <RotateQuestion webhook={webhook} onRotated={setRotated} onClose={onClose} />
  );
}

interface RotateQuestionProps extends DialogProps {
  onRotated: (rotated: SecretWebhook) => void;
}

function RotateQuestion({ webhook, onRotated, onClose }: RotateQuestionProps) {
  const { id, version, url } = webhook;
  const text = webhookPage.rotate;
  const { write, pending, problem } = useWrite("POST /webhooks/{id}/secret", {
    changes: "webhooks",
    onWritten: onRotated,
  });
  return (
    <DialogFrame
      size="small"
      title={text.title}
      onClose={onClose}
      dismissible={!pending}
      actions={
        <DialogButtons
          pending={pending}
          confirm={text.confirm}
          onConfirm={() => void write({ id, ifMatch: version })}
        />
      }
    >
      <p>{text.body}</p>
      <DialogSubject name={hostOf(webhook)} detail={url} />
      <p>{text.overlap}</p>
      <ProblemText problem={problem} />
    </DialogFrame>
  );
}

export function DeleteDialog({ webhook, onClose }: DialogProps) {
  return (
    <DeleteRecord
      resource="webhooks"
      record={webhook}
      name={hostOf(webhook)}
      texts={webhookPage.remove}
      notice={webhooks.notifications.deleted}
      detail={webhook.url}
      onClose={onClose}
    >
      <p>{webhookPage.remove.stops}</p>
    </DeleteRecord>
  );
}
