import Button from "@mui/material/Button";
import { type ReactNode, useState } from "react";
import { fieldWords } from "../../../domain/fields.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { waysFields } from "../../../domain/ways/rules.ts";
import type { Ways } from "../../../domain/ways/schemas.ts";
import { app } from "../../i18n/ja/app.ts";
import { ways as text } from "../../i18n/ja/ways.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import type { WriteProblem } from "../../writes/problem.ts";
import { copyText } from "../copy/SelectableText.tsx";
import { ActionButton } from "../display/ActionButton.tsx";
import { Fact, Facts } from "../display/Facts.tsx";
import { StatusChip } from "../display/StatusChip.tsx";
import styles from "./ways.module.css";

/** The ways to sign in of an organization, as both areas show them. */
export function WaysFacts({ ways }: { ways: Ways }) {
  const { sso } = ways;
  return (
    <Facts list>
      {WITHOUT_SSO.map((name) => (
        <Fact key={name} source={name} label={waysFields[name].label}>
          {sso?.required ? text.onlySso : fieldWords(waysFields[name], ways[name])}
        </Fact>
      ))}
      <Fact source="sso" label={waysFields.sso.label}>
        {fieldWords(waysFields.sso, sso && { kind: sso.kind })}
        {sso ? " " : null}
        {sso ? (
          <StatusChip
            tone={sso.required ? "success" : "info"}
            label={sso.required ? text.required : text.optional}
          />
        ) : null}
      </Fact>
      {sso ? (
        <>
          <Fact source="triedAt" label={text.tried}>
            {sso.triedAt ? formatDateTime(sso.triedAt) : text.untried}
          </Fact>
          <Fact source="breakGlassUserIds" label={text.breakGlass}>
            {text.people(formatNumber(sso.breakGlassUserIds.length))}
          </Fact>
        </>
      ) : null}
      <Fact source="joinOnFirstSignIn" label={waysFields.joinOnFirstSignIn.label}>
        {fieldWords(waysFields.joinOnFirstSignIn, ways.joinOnFirstSignIn)}
      </Fact>
    </Facts>
  );
}

const WITHOUT_SSO = ["password", "google"] as const;

const domainTexts = text.domains;

type Domain = Ways["domains"][number];

/** Looks a domain up, and what came of the last look-up. */
export interface DomainCheck {
  check: (name: string) => void;
  pending: boolean;
  /** The domain that was looked up last. */
  checked: string | undefined;
  problem: WriteProblem | undefined;
}

interface DomainListProps {
  domains: readonly Domain[];
  /** Without it the domains are only shown. */
  lookUp?: DomainCheck;
  actionsOf?: (domain: Domain) => ReactNode;
}

/** The domains of an organization; of those that are not proven the TXT record to set. */
export function DomainList({ domains, lookUp, actionsOf }: DomainListProps) {
  if (domains.length === 0) return <p>{domainTexts.none}</p>;
  return (
    <ul className="ruled">
      {domains.map((domain) => (
        <li key={domain.name} className="grid gap-8 pad-12-0">
          <div className={`row gap-4-12 ${styles.domain}`}>
            <strong>{domain.name}</strong>
            <StatusChip
              tone={domain.provenAt ? "success" : "warning"}
              label={domain.provenAt ? domainTexts.proven : domainTexts.unproven}
            />
            {actionsOf?.(domain)}
          </div>
          {lookUp && !domain.provenAt ? <Proof domain={domain} lookUp={lookUp} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Proof({ domain: { name, record }, lookUp }: { domain: Domain; lookUp: DomainCheck }) {
  return (
    <>
      <p className="note">{domainTexts.recordHint}</p>
      <CopyText label={domainTexts.record} value={record} />
      <div>
        <ActionButton
          reason={null}
          small
          label={domainTexts.checkOf(name)}
          pending={lookUp.pending}
          onClick={() => lookUp.check(name)}
        >
          {domainTexts.check}
        </ActionButton>
      </div>
      <ProblemText problem={lookUp.checked === name ? lookUp.problem : undefined} />
    </>
  );
}

interface CopyTextProps {
  /** What the text is called, for the name of the button. */
  label: string;
  value: string;
}

/** A text to take elsewhere, on pages without notices too: the button says what became of it. */
export function CopyText({ label, value }: CopyTextProps) {
  const [state, setState] = useState("");
  const copy = async () => setState((await copyText(value)) ? app.copy.copied : app.copy.byHand);
  return (
    <div className={`line gap-8 sunken ${styles.copied}`}>
      <code>{value}</code>
      <span role="status" className="note">
        {state}
      </span>
      <Button size="small" aria-label={app.copy.button(label)} onClick={() => void copy()}>
        {text.copy}
      </Button>
    </div>
  );
}
