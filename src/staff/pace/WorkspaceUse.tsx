import { useTranslate } from "react-admin";
import { formatMinutes, monthOf } from "../../../domain/dates.ts";
import { workspaceLabel } from "../../../domain/ledgerLabelSentences.ts";
import { formatNumber } from "../../../domain/numbers.ts";
import type { UsageSeries } from "../../../domain/usage.ts";
import styles from "./pace.module.css";
import { sumsByWorkspace, type Use } from "./workspaceSums.ts";

interface WorkspaceUseProps {
  points: UsageSeries["points"];
  today: string;
}

/** What each workspace has used this month and in all, the largest first. */
export function WorkspaceUse({ points, today }: WorkspaceUseProps) {
  const translate = useTranslate();
  const { rows, others } = sumsByWorkspace(points, monthOf(today));
  const text = (key: string) => translate(`home.pace.workspaces.${key}`);
  if (rows.length === 0) return <p>{text("none")}</p>;
  return (
    <table className={styles.workspaces}>
      <caption>{text("title")}</caption>
      <thead>
        <tr>
          <th scope="col">{text("workspace")}</th>
          <th scope="col">{text("month")}</th>
          <th scope="col">{text("total")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.workspaceId}>
            <th scope="row">{workspaceLabel(row)}</th>
            <UseCell use={row.month} />
            <UseCell use={row.total} />
          </tr>
        ))}
        {others ? (
          <tr>
            <th scope="row">
              {translate("home.pace.workspaces.others", { count: formatNumber(others.count) })}
            </th>
            <UseCell use={others.month} />
            <UseCell use={others.total} />
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

function UseCell({ use: { transcriptCount, transcriptMinutes } }: { use: Use }) {
  const translate = useTranslate();
  const count = translate("resources.contracts.count", { count: formatNumber(transcriptCount) });
  return (
    <td>
      <span>{count}</span> <span>{formatMinutes(transcriptMinutes)}</span>
    </td>
  );
}
