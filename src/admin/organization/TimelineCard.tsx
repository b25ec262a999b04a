import { LinkBase } from "react-admin";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { Card } from "../../components/display/Card.tsx";
import { organizationPage } from "../../i18n/ja/organizationPage.ts";
import { ContractTimeline } from "../../resources/contracts/timeline/ContractTimeline.tsx";
import type { ContractRecord, OrganizationRecord } from "../../resources/records.ts";
import { listOf } from "./listOf.ts";

const text = organizationPage.timeline;

interface TimelineCardProps {
  organization: OrganizationRecord;
  contracts: readonly ContractRecord[];
  total: number;
  today: string;
}

export function TimelineCard({ organization, contracts, total, today }: TimelineCardProps) {
  const { organizationId } = organization;
  return (
    <Card
      title={text.title}
      note={
        <span className="quiet numeric">
          {organizationPage.belongings.items(formatNumber(total))}
        </span>
      }
    >
      {contracts.length === 0 ? (
        <p className="quiet">{organizationPage.current.never}</p>
      ) : (
        <ContractTimeline contracts={contracts} today={today} manages>
          {total > contracts.length ? (
            <p className="wrap gap-4-16 quiet links above-8">
              {text.newest(formatNumber(contracts.length))}
              <LinkBase to={listOf("contracts", { organizationId })}>{text.list}</LinkBase>
            </p>
          ) : null}
        </ContractTimeline>
      )}
    </Card>
  );
}
