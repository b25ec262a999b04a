import type { SecretWebhook } from "../../../domain/webhooks/schemas.ts";
import { SecretDialog } from "../../components/copy/SecretDialog.tsx";
import { useText } from "../../i18n/translate.ts";
import { hostOf } from "./host.ts";

interface NewSecretProps {
  of: "created" | "rotated";
  webhook: SecretWebhook;
  onClose: () => void;
}

export function NewSecret({ of, webhook, onClose }: NewSecretProps) {
  const text = useText("resources.webhooks.secret", { name: hostOf(webhook) });
  return (
    <SecretDialog
      title={text(`${of}Title`)}
      once={text("once")}
      label={text("key")}
      secret={webhook.secret}
      onClose={onClose}
    />
  );
}
