import "../../../../domain/problems/zodSentences.ts";
import Button from "@mui/material/Button";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { formatDateJa, tokyoDate } from "../../../../domain/text/dates.ts";
import type { SsoKind } from "../../../../domain/ways/rules.ts";
import {
  type SsoProvider,
  type SsoProviderUpdate,
  ssoProviderUpdate,
} from "../../../../domain/ways/schemas.ts";
import { app } from "../../../i18n/ja/app.ts";
import { ssoWizard } from "../../../i18n/ja/ssoWizard.ts";
import { ProblemText } from "../../../writes/ProblemText.tsx";
import type { WriteProblem } from "../../../writes/problem.ts";
import type { Outcome } from "../../../writes/useSubmit.ts";
import { holdComposingEnter } from "../../form/composition.ts";
import { FieldInput, FieldText, FormField } from "../../form/FormField.tsx";
import { UploadZone } from "../../upload/UploadZone.tsx";
import {
  type IdpMetadata,
  type MetadataFault,
  MOST_METADATA_BYTES,
  readIdpMetadata,
} from "./idpMetadata.ts";
import styles from "./wizard.module.css";

/** What the page around the wizard writes, each in the way of its area. */
export interface WizardActs {
  save: (update: SsoProviderUpdate) => Promise<Outcome<unknown>>;
  /** Notes a test sign-in by its ID token. */
  noteTest: (idToken: string) => Promise<Outcome<unknown>>;
}

const metadata = ssoWizard.metadata;
const ACCEPTED = [".xml"] as const;

type Told = { read: IdpMetadata } | { fault: MetadataFault };

/** Takes the metadata of an identity provider as a file or as text, which stay in the browser. */
function MetadataInput({ onRead }: { onRead: (read: IdpMetadata) => void }) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [pasted, setPasted] = useState<string>();
  const [told, setTold] = useState<Told>();

  function take(xml: string) {
    const read = readIdpMetadata(xml);
    if ("fault" in read) return setTold(read);
    setTold({ read });
    onRead(read);
  }

  async function choose(chosen: File | null) {
    setFile(chosen);
    setTold(undefined);
    if (!chosen) return;
    if (chosen.size > MOST_METADATA_BYTES) setTold({ fault: "tooLarge" });
    else take(await chosen.text());
  }

  function paste(value: string) {
    setPasted(value);
    setFile(null);
    if (value.trim() === "") setTold(undefined);
    else take(value);
  }

  const fault = told && "fault" in told ? metadata.fault[told.fault] : undefined;
  return (
    <div className={`stack gap-8 ${styles.metadata}`}>
      <UploadZone accept={ACCEPTED} file={file} onFile={choose} label={metadata.label} />
      {pasted === undefined ? (
        <div>
          <Button variant="text" onClick={() => setPasted("")}>
            {metadata.paste}
          </Button>
        </div>
      ) : (
        <FormField id={id} label={metadata.pasted} description={metadata.pastedHint}>
          {(aria) => (
            <FieldText
              {...aria}
              rows={4}
              spellCheck={false}
              value={pasted}
              onChange={({ target }) => paste(target.value)}
            />
          )}
        </FormField>
      )}
      <p role="status" data-fault={fault !== undefined}>
        {fault ?? (told && "read" in told ? metadata.read(told.read) : "")}
      </p>
    </div>
  );
}

const text = ssoWizard.enter;

/** Each with what it is called in the body of the API. */
const FIELDS = {
  saml: [
    { name: "idpEntityId", of: "idpEntityId" },
    { name: "ssoUrl", of: "ssoUrl" },
    { name: "certificate", of: "certificates", hint: text.certificateHint, isLong: true },
    {
      name: "nextCertificate",
      of: "certificates",
      hint: text.nextCertificateHint,
      isLong: true,
      isOptional: true,
    },
  ],
  oidc: [
    { name: "issuer", of: "issuer" },
    { name: "clientId", of: "clientId" },
    { name: "clientSecret", of: "clientSecret", isSecret: true, isOptional: true },
  ],
} as const;

type Name = (typeof FIELDS)[SsoKind][number]["name"];
type Entered = Record<Name, string>;

interface ProviderFormProps extends Pick<WizardActs, "save"> {
  kind: SsoKind;
  provider: SsoProvider;
  onSaved: () => void;
  foot: (next: ReactNode) => ReactNode;
}

export function ProviderForm({ kind, provider, save, onSaved, foot }: ProviderFormProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [entered, setEntered] = useState<Entered>(() => enteredOf(provider));
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<WriteProblem>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    setProblem(undefined);
    const { data, error } = ssoProviderUpdate.safeParse(bodyOf(kind, entered));
    setErrors(sentencesOf(error?.issues ?? []));
    if (!data) return focusInvalid();
    setPending(true);
    const { result, problem: failed } = await save(data);
    setPending(false);
    setProblem(failed);
    setErrors(failed?.fields ?? {});
    if (result) onSaved();
    else focusInvalid();
  }

  // The attributes that name it are there with the next render.
  const focusInvalid = () =>
    setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());

  function leave(of: string) {
    const { error } = ssoProviderUpdate.safeParse(bodyOf(kind, entered));
    setErrors((known) => ({ ...known, [of]: sentencesOf(error?.issues ?? [])[of] }));
  }

  function fill({ idpEntityId, ssoUrl, certificates }: IdpMetadata) {
    const [certificate = "", nextCertificate = ""] = certificates;
    setEntered((known) => ({ ...known, idpEntityId, ssoUrl, certificate, nextCertificate }));
    setErrors({});
  }

  const isSaid = Object.values(errors).some((each) => each !== undefined);
  return (
    <form ref={form} noValidate onSubmit={submit} onKeyDown={holdComposingEnter}>
      <div className="stack gap-16">
        <p>{text.lead[kind]}</p>
        {kind === "saml" ? (
          <>
            <Stored certificates={provider.certificates} />
            <MetadataInput onRead={fill} />
          </>
        ) : null}
        {FIELDS[kind].map((field) => (
          <FormField
            key={field.name}
            id={`${formId}-${field.name}`}
            label={text[field.name]}
            required={!("isOptional" in field)}
            error={field.name === "nextCertificate" ? undefined : errors[field.of]}
            description={hintOf(field, provider)}
          >
            {(aria) => {
              const input = {
                ...aria,
                value: entered[field.name],
                readOnly: pending,
                spellCheck: false,
                autoComplete: "off",
                onBlur: () => leave(field.of),
              };
              const onChange = (value: string) => setEntered({ ...entered, [field.name]: value });
              return "isLong" in field ? (
                <FieldText {...input} rows={4} onChange={({ target }) => onChange(target.value)} />
              ) : (
                <FieldInput
                  {...input}
                  type={"isSecret" in field ? "password" : "text"}
                  onChange={({ target }) => onChange(target.value)}
                />
              );
            }}
          </FormField>
        ))}
        <ProblemText problem={isSaid ? { message: errors.kind ?? app.form.invalid } : problem} />
        {foot(
          <Button type="submit" variant="contained" disabled={pending}>
            {pending ? text.saving : text.save}
          </Button>,
        )}
      </div>
    </form>
  );
}

function Stored({ certificates }: Pick<SsoProvider, "certificates">) {
  if (certificates.length === 0) return null;
  return (
    <ul className="sunken pad-8-16" aria-label={text.stored}>
      {certificates.map(({ fingerprint, subject, endsAt }) => (
        <li key={fingerprint}>
          {text.until(formatDateJa(tokyoDate(new Date(endsAt))))}
          <small className="note block">{subject}</small>
        </li>
      ))}
    </ul>
  );
}

function hintOf(field: object, { hasClientSecret }: SsoProvider): string | undefined {
  if ("hint" in field) return String(field.hint);
  return "isSecret" in field && hasClientSecret ? text.clientSecretHint : undefined;
}

function enteredOf({ idpEntityId, ssoUrl, certificates, issuer, clientId }: SsoProvider): Entered {
  const [certificate, nextCertificate] = certificates;
  return {
    idpEntityId: idpEntityId ?? "",
    ssoUrl: ssoUrl ?? "",
    certificate: certificate?.certificate ?? "",
    nextCertificate: nextCertificate?.certificate ?? "",
    issuer: issuer ?? "",
    clientId: clientId ?? "",
    clientSecret: "",
  };
}

function bodyOf(kind: SsoKind, entered: Entered): SsoProviderUpdate {
  const { idpEntityId, ssoUrl, certificate, nextCertificate } = entered;
  const { issuer, clientId, clientSecret } = entered;
  if (kind === "oidc") {
    return { kind, issuer, clientId, ...(clientSecret === "" ? {} : { clientSecret }) };
  }
  const certificates = [certificate, nextCertificate].filter((pem) => pem.trim() !== "");
  return { kind, idpEntityId, ssoUrl, certificates };
}

function sentencesOf(issues: readonly { path: PropertyKey[]; message: string }[]) {
  const sentences: Record<string, string> = {};
  for (const { path, message } of issues) sentences[String(path[0])] ??= message;
  return sentences;
}
