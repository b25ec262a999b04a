import { LinkBase } from "react-admin";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { Card } from "../../components/display/Card.tsx";
import { FailedPart, LoadingState } from "../../components/display/LoadError.tsx";
import { organizationPage } from "../../i18n/ja/organizationPage.ts";
import { AlertChip, NextStep } from "../../resources/alerts/AlertParts.tsx";
import { listOf } from "./listOf.ts";
import styles from "./organization.module.css";
import { useOverview } from "./useOverview.ts";

const { alerts: text, all, belongings } = organizationPage;

export function OpenAlerts({ organizationId }: { organizationId: number }) {
  const { data, error } = useOverview(organizationId);
  const alerts = data?.alerts;
  return (
    <Card title={text.title}>
      {alerts?.total === 0 ? <p className="quiet">{text.none}</p> : null}
      {alerts?.total ? (
        <>
          <ul className="ruled">
            {alerts.content.map((alert) => (
              <li key={alert.alertId} className="row gap-4-16 pad-8-0">
                <AlertChip {...alert} />
                <span className={`shrink ${styles.name}`}>{alert.message}</span>
                <NextStep alert={{ ...alert, id: alert.alertId }} />
              </li>
            ))}
          </ul>
          <p className="wrap gap-4-16 quiet links above-8">
            <LinkBase to={listOf("alerts", { organizationId })}>
              {all(belongings.items(formatNumber(alerts.total)))}
            </LinkBase>
          </p>
        </>
      ) : null}
      {error ? <FailedPart error={error} /> : null}
      {data || error ? null : <LoadingState />}
    </Card>
  );
}
