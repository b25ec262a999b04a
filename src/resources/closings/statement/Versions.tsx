import { useQuery } from "@tanstack/react-query";
import { LinkBase } from "react-admin";
import type { Closing, Statement } from "../../../../domain/closings/schemas.ts";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import { Section } from "../../../components/display/Section.tsx";
import { statementPages } from "../../../i18n/ja/statementPages.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import styles from "./statement.module.css";

const text = statementPages.versions;

/** The most versions whose reasons are read. */
const MOST = 100;

interface VersionsProps {
  statement: Statement;
  /** System admins see why a month was closed again, and by whom. */
  withReasons: boolean;
}

/** All closings of the month, the latest first. */
export function Versions({ statement, withReasons }: VersionsProps) {
  const { contractId, month, versions } = statement;
  const reasons = useReasons(statement, withReasons);
  const latest = versions.at(-1)?.version ?? statement.version;
  return (
    <Section title={text.title}>
      {statement.version < latest ? (
        <p role="status">{text.older(statement.version, latest)}</p>
      ) : null}
      <ul className={`grid gap-12 ${styles.versions}`}>
        {versions.toReversed().map(({ version, closedAt, root }) => {
          const closing = reasons.get(version);
          const note = version === latest ? text.latest : "";
          return (
            <li key={version}>
              <p>
                {version === statement.version ? (
                  <strong aria-current="true">
                    {statementPages.version(version)}（
                    {[note, text.shown].filter(Boolean).join("・")}）
                  </strong>
                ) : (
                  <LinkBase to={`/contracts/${contractId}/statements/${month}?version=${version}`}>
                    {text.open(version)}
                  </LinkBase>
                )}{" "}
                {formatDateTime(closedAt)}
                {closing ? ` ${text.closedBy(closing.closedByName)}` : null}
              </p>
              {closing?.reason ? <p>{text.reason(closing.reason)}</p> : null}
              <code>{root}</code>
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
