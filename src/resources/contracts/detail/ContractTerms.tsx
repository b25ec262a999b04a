import type { ReactNode } from "react";
import { LinkBase, useCreatePath } from "react-admin";
import { contractFields } from "../../../../domain/contracts/fields.ts";
import { effectiveEnd } from "../../../../domain/contracts/rules.ts";
import { daysBetween, formatDate, formatMinutes } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import styles from "../../../components/display/display.module.css";
import { Fact, Facts, FieldFacts } from "../../../components/display/Facts.tsx";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import type { ContractRecord } from "../../records.ts";

export function ContractTerms({ contract, today }: { contract: ContractRecord; today: string }) {
  const createPath = useCreatePath();
  const organization = createPath({
    resource: "organizations",
    type: "show",
    id: contract.organizationId,
  });
  const unlimited = contracts.unlimited;
  return (
    <Facts list>
      <Fact source="organizationName">
        <NameAndKana kana={contract.organizationNameKana}>
          <LinkBase to={organization}>{contract.organizationName}</LinkBase>
        </NameAndKana>
      </Fact>
      <Fact source="organizationNo" copy={contract.organizationNo}>
        {contract.organizationNo}
      </Fact>
      <Fact source="adminName">
        <NameAndKana kana={contract.adminNameKana}>{contract.adminName}</NameAndKana>
      </Fact>
      <Fact source="adminEmail" copy={contract.adminEmail}>
        {contract.adminEmail}
      </Fact>
      <Fact source="period">
        {contracts.range(formatDate(contract.startDate), formatDate(contract.endDate))}
        <RemainingDays contract={contract} today={today} />
      </Fact>
      <Fact source="maxTranscriptCount">
        {contract.maxTranscriptCount === null
          ? unlimited
          : contracts.count(formatNumber(contract.maxTranscriptCount))}
      </Fact>
      <Fact source="maxTranscriptTime">
        {contract.maxTranscriptMinutes === null
          ? unlimited
          : contractPages.detail.minutes(
              formatMinutes(contract.maxTranscriptMinutes),
              formatNumber(contract.maxTranscriptMinutes),
            )}
      </Fact>
      <FieldFacts record={contract} fields={contractFields} />
      <Fact source="memo">{contract.memo || contractPages.detail.noMemo}</Fact>
    </Facts>
  );
}

function RemainingDays({ contract, today }: { contract: ContractRecord; today: string }) {
  const end = effectiveEnd(contract);
  if (today > end) return null;
  const upcoming = today < contract.startDate;
  const days = daysBetween(today, upcoming ? contract.startDate : end);
  return (
    <span className="note numeric block">
      {contracts.list[upcoming ? "startsIn" : "remainingDays"](formatNumber(days))}
    </span>
  );
}

/** A name with its reading, if there is one, on a small line below. */
function NameAndKana({ kana, children }: { kana: string | null; children: ReactNode }) {
  if (!kana) return children;
  return (
    <span>
      {children}
      <span className={`note block regular ${styles.kana}`}>{kana}</span>
    </span>
  );
}
