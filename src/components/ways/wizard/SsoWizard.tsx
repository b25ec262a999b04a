import Button from "@mui/material/Button";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import type { SsoKind } from "../../../../domain/ways/rules.ts";
import type { SsoProvider } from "../../../../domain/ways/schemas.ts";
import { ssoWizard, ssoWizard as text } from "../../../i18n/ja/ssoWizard.ts";
import { loadCode } from "../../../providers/http/send.ts";
import { appConfig } from "../../../providers/start/appConfig.ts";
import { ProblemText } from "../../../writes/ProblemText.tsx";
import { useSubmit } from "../../../writes/useSubmit.ts";
import { StatusChip } from "../../display/StatusChip.tsx";
import { FieldInput, FormField } from "../../form/FormField.tsx";
import { Radios } from "../../form/Radios.tsx";
import { Segments } from "../../form/Segments.tsx";
import { CopyText } from "../WaysFacts.tsx";
import { ProviderForm, type WizardActs } from "./ProviderForm.tsx";
import styles from "./wizard.module.css";

const STEPS = ["choose", "copy", "enter", "test"] as const;
type Step = (typeof STEPS)[number];

interface SsoWizardProps extends WizardActs {
  provider: SsoProvider;
  /** What is to do after the test. */
  children: ReactNode;
}

/** Sets the identity provider of an organization in four steps, for system admins and the customer's IT. */
export function SsoWizard({ provider, save, noteTest, children }: SsoWizardProps) {
  const isSet = provider.kind !== null;
  const [step, setStep] = useState<Step>(isSet ? "test" : "choose");
  const [choice, setChoice] = useState(() => currentChoice(provider));
  const at = STEPS.indexOf(step);
  const steps = useRef<HTMLOListElement>(null);
  // The button that was pressed is gone with its step.
  const go = (by: number) => {
    flushSync(() => setStep(STEPS[at + by] ?? step));
    steps.current?.querySelector<HTMLElement>("[aria-current]")?.focus();
  };
  const foot = (next?: ReactNode) => (
    <div className="wrap gap-8">
      {at > 0 ? (
        <Button variant="outlined" color="secondary" onClick={() => go(-1)}>
          {text.back}
        </Button>
      ) : null}
      {next}
    </div>
  );
  const next = (
    <Button variant="contained" onClick={() => go(1)}>
      {text.next}
    </Button>
  );

  return (
    <div className="stack gap-20">
      <ol ref={steps} className={`grid gap-8 ${styles.steps}`}>
        {STEPS.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              className={`hover sunken full pad-8-12 edge ${styles.step}`}
              aria-current={name === step ? "step" : undefined}
              disabled={name === "test" && !isSet && name !== step}
              onClick={() => setStep(name)}
            >
              {`${index + 1}. ${text.steps[name]}`}
            </button>
          </li>
        ))}
      </ol>
      <div className="stack gap-16">
        {step === "choose" ? (
          <>
            <ChooseStep choice={choice} onChoose={setChoice} />
            {foot(next)}
          </>
        ) : null}
        {step === "copy" ? (
          <>
            <CopyStep choice={choice} provider={provider} />
            {foot(next)}
          </>
        ) : null}
        {step === "enter" ? (
          <ProviderForm
            key={choice.kind}
            kind={choice.kind}
            provider={provider}
            save={save}
            onSaved={() => go(1)}
            foot={foot}
          />
        ) : null}
        {step === "test" ? (
          <>
            <TestStep provider={provider} noteTest={noteTest} />
            {children}
            {foot()}
          </>
        ) : null}
      </div>
    </div>
  );
}

const KINDS = [
  { value: "saml", label: text.kind.saml },
  { value: "oidc", label: text.kind.oidc },
] as const satisfies readonly { value: SsoKind; label: string }[];

function ChooseStep({ choice, onChoose }: { choice: Choice; onChoose: (choice: Choice) => void }) {
  return (
    <>
      <Radios
        legend={text.idp.legend}
        options={IDPS.map((idp) => ({ value: idp, label: text.idp[idp] }))}
        value={choice.idp}
        onChange={(idp) => onChoose(choiceOf(idp, choice.kind))}
      />
      {choice.idp === "google" ? null : (
        <Segments
          legend={text.kind.legend}
          options={KINDS}
          value={choice.kind}
          onChange={(kind) => onChoose(choiceOf(choice.idp, kind))}
        />
      )}
    </>
  );
}

function CopyStep({ choice, provider: { toCopy } }: { choice: Choice; provider: SsoProvider }) {
  const labels =
    choice.kind === "saml"
      ? text.copy.saml[choice.idp]
      : { entityId: undefined, callbackUrl: text.copy.redirectUrl };
  const guide = choice.kind === "saml" ? text.guide.saml[choice.idp] : text.guide.oidc[choice.idp];
  return (
    <>
      <p>{text.copy.lead}</p>
      <dl className="grid gap-12">
        {labels.entityId ? <Value label={labels.entityId} value={toCopy.entityId} /> : null}
        <Value label={labels.callbackUrl} value={toCopy.callbackUrl} />
      </dl>
      <h3>{text.copy.how}</h3>
      <ol className={`grid gap-8 ${styles.guide}`}>
        {guide.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ol>
    </>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="strong">{label}</dt>
      <dd className="above-4">
        <CopyText label={label} value={value} />
      </dd>
    </div>
  );
}

const IDPS = ["entra", "okta", "google", "other"] as const;
type Idp = (typeof IDPS)[number];

/** What a person chooses first, which decides the guide. The server stores only the kind. */
type Choice = { idp: Idp; kind: "saml" } | { idp: Exclude<Idp, "google">; kind: "oidc" };

/** Google Workspace has no OpenID Connect clients for its organizations. */
function choiceOf(idp: Idp, kind: SsoKind): Choice {
  return idp === "google" || kind === "saml" ? { idp, kind: "saml" } : { idp, kind };
}

const HOSTS: readonly (readonly [RegExp, Idp])[] = [
  [/(^|\.)(windows\.net|microsoftonline\.com)$/, "entra"],
  [/(^|\.)okta(preview|-emea)?\.com$/, "okta"],
  [/(^|\.)google\.com$/, "google"],
];

/** The choice behind what is set, by the host that signs in; a new one begins with Entra ID. */
function currentChoice({ kind, ssoUrl, issuer }: SsoProvider): Choice {
  if (kind === null) return choiceOf("entra", "saml");
  const address = ssoUrl ?? issuer ?? "";
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  return choiceOf(HOSTS.find(([pattern]) => pattern.test(host))?.[1] ?? "other", kind);
}

const testText = ssoWizard.test;

interface TestStepProps extends Pick<WizardActs, "noteTest"> {
  provider: SsoProvider;
}

/** Signs in by the provider beside the own sign-in, and has the server note it. */
function TestStep({ provider: { providerId, triedAt }, noteTest }: TestStepProps) {
  const id = useId();
  const [email, setEmail] = useState("");
  const [isDemo, setIsDemo] = useState(false);
  const { pending, problem, submit } = useSubmit();

  useEffect(() => {
    appConfig().then(
      ({ emulator }) => setIsDemo(emulator),
      () => {},
    );
    // A popup has to open soon after the press.
    loadTest().catch(() => {});
  }, []);

  if (providerId === null) return <p>{testText.first}</p>;
  const test = () =>
    submit(async () => {
      const [config, { testSignIn }] = await Promise.all([appConfig(), loadTest()]);
      const idToken = await testSignIn(config, { providerId, email: email.trim() });
      const { problem: failed } = await noteTest(idToken);
      if (failed) throw failed.error;
    });

  return (
    <>
      <p>{testText.lead}</p>
      <p role="status">
        <StatusChip
          tone={triedAt ? "success" : "warning"}
          label={triedAt ? testText.passed(formatDateTime(triedAt)) : testText.notYet}
        />
      </p>
      {isDemo ? (
        <FormField id={id} label={testText.email} description={testText.emailHint} width="medium">
          {(aria) => (
            <FieldInput
              {...aria}
              inputMode="email"
              autoComplete="off"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </FormField>
      ) : null}
      <div>
        <Button
          variant={triedAt ? "outlined" : "contained"}
          disabled={pending}
          onClick={() => void test()}
        >
          {pending ? testText.running : testText.button}
        </Button>
      </div>
      <ProblemText problem={problem} />
    </>
  );
}

const loadTest = () => loadCode(() => import("../../../providers/signIn/testSignIn.ts"));
