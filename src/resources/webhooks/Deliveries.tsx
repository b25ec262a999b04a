import Button from "@mui/material/Button";
import { useCallback, useEffect } from "react";
import { type RaRecord, ResourceContextProvider } from "react-admin";
import { formatDateTimeSeconds } from "../../../domain/text/dates.ts";
import { messageIdOf, TEST_MESSAGE } from "../../../domain/webhooks/rules.ts";
import type { WebhookDelivery } from "../../../domain/webhooks/schemas.ts";
import { ActionButton } from "../../components/display/ActionButton.tsx";
import { Section } from "../../components/display/Section.tsx";
import { StatusChip, type Tone } from "../../components/display/StatusChip.tsx";
import type { Column } from "../../components/list/column.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListRead } from "../../components/list/ListPage.tsx";
import { ListFoot } from "../../components/list/Pager.tsx";
import { deliveries, webhooks } from "../../i18n/ja/resources/webhooks.ts";
import { ROWS_PER_PAGE } from "../../providers/data/listSorts.ts";
import { useBundledReads } from "../../providers/live/useLiveReads.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { WebhookRecord } from "../records.ts";
import { lastAnswer } from "./WebhookState.tsx";
import styles from "./webhooks.module.css";

const LATEST_FIRST = { field: "deliveryId", order: "DESC" } as const;

/** What a receiver was notified, and what came back; failed messages can be sent again, and a test at any time. */
export function Deliveries({ webhook }: { webhook: WebhookRecord }) {
  const { webhookId, paused } = webhook;
  const rowActions = useCallback(
    (delivery: DeliveryRecord) => <ResendButton delivery={delivery} paused={paused} />,
    [paused],
  );
  return (
    <Section
      title={deliveries.name}
      actions={
        <>
          <TestButton webhook={webhook} />
          <ReloadButton />
        </>
      }
    >
      <ListRead
        resource={`webhooks/${webhookId}/deliveries`}
        sort={LATEST_FIRST}
        perPage={ROWS_PER_PAGE}
        // The page has asked already, and its address is that of the webhook.
        disableAuthentication
        disableSyncWithLocation
      >
        <ResourceContextProvider value="deliveries">
          <ReadsAgain />
          <DataTable<DeliveryRecord>
            columns={deliveryColumns}
            rowLink={false}
            rowActions={rowActions}
            actionsWidth={140}
            empty={deliveries.empty}
          />
          <ListFoot />
        </ResourceContextProvider>
      </ListRead>
    </Section>
  );
}

/** The API tells no screen of a delivery. */
const READ_EVERY_MS = 4_000;

function ReadsAgain() {
  const readAgain = useBundledReads("webhooks");
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (!document.hidden) readAgain();
    }, READ_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [readAgain]);
  return null;
}

function ReloadButton() {
  const readAgain = useBundledReads("webhooks");
  return (
    <Button variant="outlined" color="secondary" onClick={readAgain}>
      {deliveries.reload}
    </Button>
  );
}

/** A message of no organization, whose answer the list shows. */
function TestButton({ webhook: { webhookId, paused } }: { webhook: WebhookRecord }) {
  const { write, pending } = useWrite("POST /webhooks/{id}/test", {
    changes: "webhooks",
    notice: deliveries.tested,
    noticesProblem: true,
  });
  return (
    <ActionButton
      reason={paused ? deliveries.paused : null}
      pending={pending}
      onClick={() => void write({ id: webhookId })}
    >
      {deliveries.test}
    </ActionButton>
  );
}

interface ResendButtonProps {
  delivery: DeliveryRecord;
  paused: boolean;
}

function ResendButton({ delivery, paused }: ResendButtonProps) {
  const { webhookId, deliveryId, type, occurredAt, status, attempts } = delivery;
  const isWaiting = status === "PENDING";
  const { write, pending } = useWrite("POST /webhooks/{id}/deliveries/{deliveryId}/resend", {
    changes: "webhooks",
    notice: isWaiting ? deliveries.retried : deliveries.resent,
    noticesProblem: true,
  });
  // The first attempt comes by itself, within seconds.
  if (isWaiting && attempts === 0) return null;
  const event = webhooks.event[type];
  const time = formatDateTimeSeconds(occurredAt);
  return (
    <ActionButton
      reason={paused ? deliveries.paused : null}
      label={isWaiting ? deliveries.retryOf(event, time) : deliveries.resendOf(event, time)}
      small
      pending={pending}
      onClick={() => void write({ id: webhookId, deliveryId })}
    >
      {isWaiting ? deliveries.retry : deliveries.resend}
    </ActionButton>
  );
}

type DeliveryRecord = WebhookDelivery & RaRecord;

const TONES: Readonly<Record<WebhookDelivery["status"], Tone>> = {
  PENDING: "info",
  DELIVERED: "success",
  FAILED: "error",
};

const deliveryColumns: readonly Column<DeliveryRecord>[] = [
  {
    source: "occurredAt",
    width: 164,
    noWrap: true,
    render: ({ occurredAt }) => formatDateTimeSeconds(occurredAt),
  },
  {
    source: "type",
    width: 150,
    render: (delivery) => <Message delivery={delivery} />,
  },
  {
    source: "organizationName",
    long: true,
    render: ({ type, organizationName }) =>
      type === TEST_MESSAGE
        ? deliveries.noOrganization
        : (organizationName ?? deliveries.deletedOrganization),
  },
  {
    source: "status",
    width: 120,
    render: ({ status }) => <StatusChip tone={TONES[status]} label={deliveries.status[status]} />,
  },
  {
    source: "attempts",
    width: 72,
    align: "end",
    noWrap: true,
    render: ({ attempts }) => deliveries.attempts(attempts),
  },
  {
    source: "lastAnswer",
    width: 220,
    render: (delivery) => <LastAnswer delivery={delivery} />,
  },
];

/** What it tells, and what its receiver can look for. */
function Message({ delivery: { type, deliveryId, revision } }: { delivery: WebhookDelivery }) {
  return (
    <span className={`grid content-center ${styles.answer}`}>
      {webhooks.event[type]}
      <span className="wrap note gap-0-8">
        <span>{messageIdOf(deliveryId)}</span>
        {revision === null ? null : <span>{deliveries.revision(revision)}</span>}
      </span>
    </span>
  );
}

/** As high before the first attempt as afterwards. */
function LastAnswer({ delivery }: { delivery: WebhookDelivery }) {
  const { lastAttemptAt } = delivery;
  return (
    <span className={`grid content-center ${styles.answer}`}>
      {lastAnswer(delivery)}
      {lastAttemptAt ? <span className="note">{formatDateTimeSeconds(lastAttemptAt)}</span> : null}
    </span>
  );
}
