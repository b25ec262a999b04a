import type { ReactNode } from "react";
import { LinkBase, useCreatePath } from "react-admin";
import { contractFields } from "../../../../domain/contracts/fields.ts";
import { effectiveEnd } from "../../../../domain/contracts/rules.ts";
import { daysBetween, formatDate, formatMinutes } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import styles from "../../../components/display/display.module.css";
import { Fact, Facts, FieldFacts } from "../../../components/display/Facts.tsx";
import { useTranslate } from "../../../i18n/translate.ts";
import type { ContractRecord } from "../../records.ts";
import detail from "./detail.module.css";

export function ContractTerms({ contract, today }: { contract: ContractRecord; today: string }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const organization = createPath({
    resource: "organizations",
    type: "show",
    id: contract.organizationId,
  });
  const unlimited = translate("resources.contracts.unlimited");
  return (
    <Facts>
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
        {translate("resources.contracts.range", {
          from: formatDate(contract.startDate),
          to: formatDate(contract.endDate),
        })}
        <RemainingDays contract={contract} today={today} />
      </Fact>
      <Fact source="maxTranscriptCount">
        {contract.maxTranscriptCount === null
          ? unlimited
          : translate("resources.contracts.count", {
              count: formatNumber(contract.maxTranscriptCount),
            })}
      </Fact>
      <Fact source="maxTranscriptTime">
        {contract.maxTranscriptMinutes === null
          ? unlimited
          : translate("resources.contracts.detail.minutes", {
              duration: formatMinutes(contract.maxTranscriptMinutes),
              minutes: formatNumber(contract.maxTranscriptMinutes),
            })}
      </Fact>
      <FieldFacts record={contract} fields={contractFields} />
      <Fact source="memo" wide>
        {contract.memo || translate("resources.contracts.detail.noMemo")}
      </Fact>
    </Facts>
  );
}

function RemainingDays({ contract, today }: { contract: ContractRecord; today: string }) {
  const translate = useTranslate();
  const end = effectiveEnd(contract);
  if (today > end) return null;
  const upcoming = today < contract.startDate;
  const days = daysBetween(today, upcoming ? contract.startDate : end);
  return (
    <span className={detail.second}>
      {translate(`resources.contracts.detail.${upcoming ? "startsIn" : "remainingDays"}`, {
        days: formatNumber(days),
      })}
    </span>
  );
}

interface NameAndKanaProps {
  kana: string | null;
  /** The name. */
  children: ReactNode;
}

/** A name with its reading, if there is one, on a small line below. */
function NameAndKana({ kana, children }: NameAndKanaProps) {
  if (!kana) return children;
  return (
    <span>
      {children}
      <span className={styles.kana}>{kana}</span>
    </span>
  );
}
