import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LinkBase, useNotify } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { useParams } from "react-router";
import { type ErasurePreview, erasureConfirmation } from "../../../domain/erasing/schemas.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import dialog from "../../components/dialog/dialog.module.css";
import { FormDialog } from "../../components/dialog/FormDialog.tsx";
import { DetailPage } from "../../components/display/DetailPage.tsx";
import { PageError, PageSkeleton } from "../../components/display/PageState.tsx";
import { PageTitle } from "../../components/display/PageTitle.tsx";
import { Section } from "../../components/display/Section.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { useLeave } from "../../components/trail/leave.ts";
import { erasurePages } from "../../i18n/ja/erasurePages.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { useWrite } from "../../writes/useWrite.ts";
import { RemovedTable } from "./RemovedTable.tsx";

/** Whose personal data is erased, with the endpoints of each. */
const SUBJECTS = {
  user: {
    resource: "users",
    endpoint: {
      preview: "GET /users/{id}/personal-data",
      erase: "DELETE /users/{id}/personal-data",
    },
  },
  organization: {
    resource: "organizations",
    endpoint: {
      preview: "GET /organizations/{id}/personal-data",
      erase: "DELETE /organizations/{id}/personal-data",
    },
  },
} as const;

type SubjectKind = keyof typeof SUBJECTS;

const TITLE = erasurePages.preview.title;

/** /users/{id}/personal-data: what erasing would remove, and the button that does it. */
export function EraseUser() {
  return <ErasePage kind="user" />;
}

/** /organizations/{id}/personal-data: the same of all people of an organization. */
export function EraseOrganization() {
  return <ErasePage kind="organization" />;
}

function ErasePage({ kind }: { kind: SubjectKind }) {
  const { id = "" } = useParams();
  const { api } = useApi();
  const { resource, endpoint } = SUBJECTS[kind];
  const back = { to: `/${resource}/${id}`, name: erasurePages.preview[kind] };
  const preview = useQuery({
    queryKey: [resource, "personal-data", id],
    queryFn: async ({ signal }) => {
      const [found, name] = await Promise.all([
        api(endpoint.preview, { id, signal }),
        kind === "user"
          ? api("GET /users/{id}", { id, signal }).then(({ userName }) => userName)
          : api("GET /organizations/{id}", { id, signal }).then((one) => one.organizationName),
      ]);
      return { found, name };
    },
    // It locks what it counts; what it says stays true for as long as a user reads it.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (preview.error) return <PageError title={TITLE} back={back} error={preview.error} />;
  if (!preview.data) return <PageSkeleton title={TITLE} back={back} />;
  const { found, name } = preview.data;
  return <Preview kind={kind} id={id} name={name} preview={found} back={back} />;
}

interface PreviewProps {
  kind: SubjectKind;
  id: string;
  name: string;
  preview: ErasurePreview;
  back: { to: string; name: string };
}

function Preview({ kind, id, name, preview, back }: PreviewProps) {
  const [asking, setAsking] = useState(false);
  const { people } = preview;
  return (
    <DetailPage>
      <PageTitle
        title={erasurePages.preview.of(name)}
        back={back}
        actions={
          people === 0 ? null : (
            <Button variant="contained" color="error" onClick={() => setAsking(true)}>
              {erasurePages.preview.button}
            </Button>
          )
        }
      />
      {people === 0 ? <Done preview={preview} /> : <What kind={kind} preview={preview} />}
      {asking ? <EraseDialog kind={kind} id={id} onClose={() => setAsking(false)} /> : null}
    </DetailPage>
  );
}

function What({ kind, preview }: Pick<PreviewProps, "kind" | "preview">) {
  const text = erasurePages.preview;
  const { people, removed, resealedDays, mentions } = preview;
  return (
    <>
      <Section title={erasurePages.preview.whatSection}>
        <div className="grid gap-8">
          <p>{text.lead}</p>
          {kind === "organization" ? <p>{text.ofOrganization(formatNumber(people))}</p> : null}
          <p>{text.stays}</p>
          {resealedDays === 0 ? null : <p>{text.resealed(formatNumber(resealedDays))}</p>}
          <RemovedTable removed={removed} />
        </div>
      </Section>
      {mentions.length === 0 ? null : <Mentions mentions={mentions} />}
    </>
  );
}

/** The server names so many at most. */
const MOST = 50;

function Mentions({ mentions }: Pick<ErasurePreview, "mentions">) {
  const text = erasurePages.preview;
  return (
    <Section title={erasurePages.preview.mentionsSection}>
      <div className="grid gap-8">
        <p>{text.mentionsLead}</p>
        <ul className="bullets">
          {mentions.map(({ kind, id, name }) => (
            <li key={`${kind} ${id}`}>
              {text.mentionKinds[kind]}：{name}
            </li>
          ))}
        </ul>
        {mentions.length < MOST ? null : <p>{text.more}</p>}
      </div>
    </Section>
  );
}

function Done({ preview: { erasureId } }: Pick<PreviewProps, "preview">) {
  const text = erasurePages.preview;
  if (erasureId === null) return <p>{text.nobody}</p>;
  return (
    <div className="grid gap-8">
      <p>{text.done}</p>
      <p className="links">
        <LinkBase to={`/erasures/${erasureId}`}>{text.certificate}</LinkBase>
      </p>
    </div>
  );
}

interface EraseDialogProps {
  kind: SubjectKind;
  id: string;
  onClose: () => void;
}

const validate = validateWith(erasureConfirmation);
const BLANK = { confirmation: "" };

/** Asks for the address or the name once more, erases, and leads to the certificate. */
function EraseDialog({ kind, id, onClose }: EraseDialogProps) {
  const text = erasurePages.confirm;
  const notify = useNotify();
  const leave = useLeave();
  const { endpoint, resource } = SUBJECTS[kind];
  const { write, pending, problem } = useWrite(endpoint.erase, {
    changes: resource,
    leaves: true,
    onWritten: ({ erasureId }) => {
      notify(text.done, { type: "success" });
      leave(`/erasures/${erasureId}`);
    },
  });

  async function erase(values: FieldValues) {
    const body = erasureConfirmation.parse(values);
    return (await write({ id, body })).problem?.fields;
  }

  return (
    <FormDialog
      title={text.title}
      confirm={text.submit}
      danger
      pending={pending}
      onClose={onClose}
      lead={<p className={`below ${dialog.lead}`}>{text.lead}</p>}
      draft={null}
      values={BLANK}
      validate={validate}
      problem={problem}
      onSubmit={erase}
    >
      <TextInput
        source="confirmation"
        label={erasurePages.fields.confirmation}
        description={erasurePages.confirm[kind]}
        required
      />
    </FormDialog>
  );
}
