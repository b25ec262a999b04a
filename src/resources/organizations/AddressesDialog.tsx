import { useId, useRef, useState } from "react";
import { allowedAddresses, networksIn } from "../../../domain/organizations/addresses.ts";
import { DialogButtons } from "../../components/dialog/DialogButtons.tsx";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { DialogSubject } from "../../components/dialog/DialogSubject.tsx";
import { DraftNotice, useStoredValues } from "../../components/draft/DraftNotice.tsx";
import { useDraft, useForgottenOnClose } from "../../components/draft/useDraft.ts";
import { FieldText, FormField } from "../../components/form/FormField.tsx";
import { organizationPage } from "../../i18n/ja/organizationPage.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { useWrite } from "../../writes/useWrite.ts";
import type { OrganizationRecord } from "../records.ts";

const text = organizationPage.addresses;

interface AddressesDialogProps {
  organization: OrganizationRecord;
  onClose: () => void;
}

/**
 * Sets from where the users of an organization may call, and says whom that shuts out. It is no form:
 * it stands in the form of the page, which a form inside would submit.
 */
export function AddressesDialog({ organization, onClose }: AddressesDialogProps) {
  // Input starts from one version; a user who saves after another sees that first.
  const [opened] = useState(organization);
  const { id, organizationName, organizationNo } = opened;
  const inputId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(opened.allowedAddresses.join("\n"));
  const draft = useDraft("organizations.addresses", id);
  const submission = useStoredValues(draft, {
    version: opened.version,
    initial: { addresses: opened.allowedAddresses.join("\n") },
    values: { addresses: typed },
    restore: ({ addresses }) => setTyped(String(addresses)),
  });
  useForgottenOnClose(draft);
  const [error, setError] = useState<string>();
  const limits = networksIn(typed).length > 0;
  const { write, pending, problem, forget } = useWrite("PATCH /organizations/{id}", {
    changes: "organizations",
    notice: limits ? text.set : text.cleared,
    onWritten: onClose,
  });

  function save() {
    forget();
    const read = allowedAddresses.safeParse(networksIn(typed));
    setError(read.error?.issues[0]?.message);
    const { version } = problem ? organization : opened;
    if (read.success) void write({ id, ifMatch: version, body: { allowedAddresses: read.data } });
    else input.current?.focus();
  }

  return (
    <DialogFrame
      title={text.title}
      onClose={onClose}
      dismissible={!pending}
      actions={
        <DialogButtons pending={pending} danger={limits} confirm={text.save} onConfirm={save} />
      }
    >
      <DialogSubject name={organizationName} detail={organizationNo} />
      <DraftNotice input={submission} isEditing />
      <FormField id={inputId} label={text.label} description={text.hint} error={error}>
        {(aria) => (
          <FieldText
            {...aria}
            inputRef={input}
            rows={5}
            spellCheck={false}
            value={typed}
            readOnly={pending}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </FormField>
      <p className="strong above" role="status">
        {limits ? text.shutsOut : text.opens}
      </p>
      <p>{text.wayBack}</p>
      <ProblemText problem={problem} />
    </DialogFrame>
  );
}
