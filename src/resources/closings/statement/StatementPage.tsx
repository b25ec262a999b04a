import Button from "@mui/material/Button";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { LinkBase } from "react-admin";
import { useParams, useSearchParams } from "react-router";
import { can } from "../../../../domain/access.ts";
import { statementFile } from "../../../../domain/closings/paper.ts";
import type { Closing, Statement } from "../../../../domain/closings/schemas.ts";
import { resourceTopic } from "../../../../domain/events.ts";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import { CsvDownload } from "../../../components/csv/CsvDownload.tsx";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { PageError, PageSkeleton } from "../../../components/display/PageState.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { statementPages, statementPages as text } from "../../../i18n/ja/statementPages.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { StatementPaper } from "./StatementPaper.tsx";

/** /contracts/1/statements/2026-10: the statement of a closed month, as it is printed. */
export function StatementPage() {
  const { id = "", month = "" } = useParams();
  const version = useSearchParams()[0].get("version") ?? undefined;
  useLiveReads(resourceTopic("closings"), "closings");
  const { api } = useApi();
  const { data, error } = useQuery({
    queryKey: ["closings", "statement", id, month, version],
    queryFn: ({ signal }) =>
      api("GET /contracts/{id}/statements/{month}", { id, month, query: { version }, signal }),
    placeholderData: keepPreviousData,
  });
  const back = { to: `/contracts/${id}/show`, name: text.contract };
  if (!data && error) return <PageError title={text.title} back={back} error={error} />;
  if (!data) return <PageSkeleton title={text.title} back={back} />;
  return <StatementView statement={data} back={back} />;
}

interface StatementViewProps {
  statement: Statement;
  back: { to: string; name: string };
}

function StatementView({ statement, back }: StatementViewProps) {
  const { contractId, month, version, days, organizationName } = statement;
  const manages = can(useUserProfile(), "closing.manage");
  return (
    <DetailPage>
      <div className="screen-only">
        <PageTitle
          title={text.of(month, organizationName)}
          of={text.title}
          heading={text.month(month)}
          back={back}
          facts={<span>{organizationName}</span>}
          actions={
            <>
              <CsvDownload
                endpoint="GET /contracts/{id}/statements/{month}/export"
                id={contractId}
                month={month}
                shown={{ filter: { version } }}
                total={days.length}
                label={text.csv}
              />
              <Button variant="contained" onClick={() => printAs(statement)}>
                {text.print}
              </Button>
            </>
          }
        />
      </div>
      <StatementPaper statement={statement} />
      <div className="screen-only paper-wide">
        <Versions statement={statement} withReasons={manages} />
      </div>
    </DetailPage>
  );
}

/** The browser names a PDF file after the page. */
function printAs({ month, organizationName, number }: Statement) {
  const before = document.title;
  document.title = [statementFile(month), organizationName, number].join("_");
  window.print();
  document.title = before;
}

const versionTexts = statementPages.versions;

/** The most versions whose reasons are read. */
const MOST = 100;

interface VersionsProps {
  statement: Statement;
  /** System admins see why a month was closed again, and by whom. */
  withReasons: boolean;
}

/** All closings of the month, the latest first. */
function Versions({ statement, withReasons }: VersionsProps) {
  const { contractId, month, versions } = statement;
  const reasons = useReasons(statement, withReasons);
  const latest = versions.at(-1)?.version ?? statement.version;
  return (
    <Section title={versionTexts.title}>
      {statement.version < latest ? (
        <p role="status">{versionTexts.older(statement.version, latest)}</p>
      ) : null}
      <ul className="grid gap-12">
        {versions.toReversed().map(({ version, closedAt, root }) => {
          const closing = reasons.get(version);
          const note = version === latest ? versionTexts.latest : "";
          return (
            <li key={version}>
              <p>
                {version === statement.version ? (
                  <strong aria-current="true">
                    {statementPages.version(version)}（
                    {[note, versionTexts.shown].filter(Boolean).join("・")}）
                  </strong>
                ) : (
                  <LinkBase to={`/contracts/${contractId}/statements/${month}?version=${version}`}>
                    {versionTexts.open(version)}
                  </LinkBase>
                )}{" "}
                {formatDateTime(closedAt)}
                {closing ? ` ${versionTexts.closedBy(closing.closedByName)}` : null}
              </p>
              {closing?.reason ? <p>{versionTexts.reason(closing.reason)}</p> : null}
              <code className="note mono">{root}</code>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

type Reasons = ReadonlyMap<number, Pick<Closing, "reason" | "closedByName">>;

/** The closings of the month by version; empty until they are read. */
function useReasons({ contractId, month }: Statement, enabled: boolean): Reasons {
  const { api } = useApi();
  const { data } = useQuery({
    queryKey: ["closings", "versions", contractId, month],
    queryFn: ({ signal }) =>
      api("GET /closings", { query: { contractId, month, size: MOST }, signal }),
    enabled,
  });
  return new Map(
    data?.content.flatMap((closing) =>
      "closedByName" in closing ? [[closing.version, closing] as const] : [],
    ),
  );
}
