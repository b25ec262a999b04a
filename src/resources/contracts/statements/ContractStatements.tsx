import { useQuery } from "@tanstack/react-query";
import { LinkBase } from "react-admin";
import { resourceTopic } from "../../../../domain/events.ts";
import {
  formatDate,
  formatMonthJa,
  formatSeconds,
  tokyoDate,
} from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { FailedPart, LoadingState } from "../../../components/display/LoadError.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { statementPages } from "../../../i18n/ja/statementPages.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";

const text = statementPages.ofContract;

/** The most closings that are read; a contract seldom has more than twelve months. */
const MOST = 100;

/** 利用明細: the closed months of a contract, the latest first, each with its statement. */
export function ContractStatements({ contractId }: { contractId: number }) {
  const { api } = useApi();
  useLiveReads(resourceTopic("closings"), "closings");
  const { data, error } = useQuery({
    queryKey: ["closings", "ofContract", contractId],
    queryFn: ({ signal }) => api("GET /closings", { query: { contractId, size: MOST }, signal }),
  });
  // Versions of a month follow each other, the latest first.
  const months = new Map(data?.content.toReversed().map((closing) => [closing.month, closing]));
  const latest = [...months.values()].sort((a, b) => (a.month < b.month ? 1 : -1));
  const isCut = data !== undefined && data.totalElements > data.content.length;
  return (
    <Section title={text.title} printed={false}>
      {data || error ? null : <LoadingState />}
      {error ? <FailedPart error={error} /> : null}
      {data && latest.length === 0 ? <p className="note">{text.none}</p> : null}
      <ul className="grid ruled">
        {latest.map(({ month, version, sum, closedAt }) => (
          <li key={month} className="wrap spread baseline numeric gap-0-12 pad-8-0">
            <LinkBase to={`/contracts/${contractId}/statements/${month}`}>
              {formatMonthJa(month)}
            </LinkBase>
            <span>
              {contracts.count(formatNumber(sum.transcripts))}・{formatSeconds(sum.seconds)}
            </span>
            <span className="note">
              {statementPages.version(version)}・{formatDate(tokyoDate(new Date(closedAt)))}
            </span>
          </li>
        ))}
      </ul>
      {isCut ? <p className="note">{text.more(latest.length)}</p> : null}
    </Section>
  );
}
