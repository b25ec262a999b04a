import type { SecretWebhook } from "../../../domain/webhooks/schemas.ts";
import { SecretDialog } from "../../components/copy/SecretDialog.tsx";
import { webhookPage } from "../../i18n/ja/webhookPage.ts";
import { hostOf } from "./host.ts";

const text = webhookPage.secret;

interface NewSecretProps {
  of: "created" | "rotated";
  webhook: SecretWebhook;
  onClose: () => void;
}

export function NewSecret({ of, webhook, onClose }: NewSecretProps) {
  return (
    <SecretDialog
      title={text[`${of}Title`]}
      once={text.once(hostOf(webhook))}
      label={text.key}
      secret={webhook.secret}
      onClose={onClose}
    />
  );
}
