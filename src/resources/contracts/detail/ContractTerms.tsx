import { LinkBase, useCreatePath, useTranslate } from "react-admin";
import { effectiveEnd } from "../../../../domain/contracts/rules.ts";
import { daysBetween, formatDate, formatMinutes } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { NameAndKana } from "../../../components/display/NameAndKana.tsx";
import type { ContractRecord } from "../../records.ts";
import detail from "./detail.module.css";
import { Field } from "./Field.tsx";

export function ContractTerms({ contract, today }: { contract: ContractRecord; today: string }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const organization = createPath({
    resource: "organizations",
    type: "edit",
    id: contract.organizationId,
  });
  const unlimited = translate("resources.contracts.unlimited");
  return (
    <dl className={detail.fields}>
      <Field source="organizationName">
        <NameAndKana kana={contract.organizationNameKana}>
          <LinkBase to={organization}>{contract.organizationName}</LinkBase>
        </NameAndKana>
      </Field>
      <Field source="organizationNo">{contract.organizationNo}</Field>
      <Field source="adminName">
        <NameAndKana kana={contract.adminNameKana}>{contract.adminName}</NameAndKana>
      </Field>
      <Field source="adminEmail">{contract.adminEmail}</Field>
      <Field source="period">
        {translate("resources.contracts.range", {
          from: formatDate(contract.startDate),
          to: formatDate(contract.endDate),
        })}
        <RemainingDays contract={contract} today={today} />
      </Field>
      <Field source="maxTranscriptCount">
        {contract.maxTranscriptCount === null
          ? unlimited
          : translate("resources.contracts.count", {
              count: formatNumber(contract.maxTranscriptCount),
            })}
      </Field>
      <Field source="maxTranscriptTime">
        {contract.maxTranscriptMinutes === null
          ? unlimited
          : translate("resources.contracts.detail.minutes", {
              duration: formatMinutes(contract.maxTranscriptMinutes),
              minutes: formatNumber(contract.maxTranscriptMinutes),
            })}
      </Field>
      {contract.terminationDate ? (
        <>
          <Field source="terminationDate">{formatDate(contract.terminationDate)}</Field>
          <Field source="terminationReason">{contract.terminationReason}</Field>
        </>
      ) : null}
      <Field source="memo" wide>
        {contract.memo || translate("resources.contracts.detail.noMemo")}
      </Field>
    </dl>
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
