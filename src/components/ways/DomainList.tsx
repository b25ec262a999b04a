import type { ReactNode } from "react";
import type { Ways } from "../../../domain/ways/schemas.ts";
import { ways } from "../../i18n/ja/ways.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import type { WriteProblem } from "../../writes/problem.ts";
import { ActionButton } from "../display/ActionButton.tsx";
import { StatusChip } from "../display/StatusChip.tsx";
import { CopyText } from "./CopyText.tsx";
import styles from "./ways.module.css";

const text = ways.domains;

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
  if (domains.length === 0) return <p>{text.none}</p>;
  return (
    <ul className={styles.domains}>
      {domains.map((domain) => (
        <li key={domain.name}>
          <div className={`row gap-4-12 ${styles.domain}`}>
            <strong>{domain.name}</strong>
            <StatusChip
              tone={domain.provenAt ? "success" : "warning"}
              label={domain.provenAt ? text.proven : text.unproven}
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
      <p className="note">{text.recordHint}</p>
      <CopyText label={text.record} value={record} />
      <div>
        <ActionButton
          reason={null}
          small
          label={text.checkOf(name)}
          pending={lookUp.pending}
          onClick={() => lookUp.check(name)}
        >
          {text.check}
        </ActionButton>
      </div>
      <ProblemText problem={lookUp.checked === name ? lookUp.problem : undefined} />
    </>
  );
}
