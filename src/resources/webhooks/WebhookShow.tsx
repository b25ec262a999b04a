import Button from "@mui/material/Button";
import { useRef, useState } from "react";
import { LinkBase, useCreatePath } from "react-admin";
import { resourceTopic } from "../../../domain/events.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { isPausedByFailures } from "../../../domain/webhooks/rules.ts";
import { History } from "../../components/audit/History.tsx";
import { DetailPage } from "../../components/display/DetailPage.tsx";
import { Fact, Facts } from "../../components/display/Facts.tsx";
import { NameChips } from "../../components/display/NameChips.tsx";
import { PageBanner } from "../../components/display/PageBanner.tsx";
import { RecordPage, RecordTitle } from "../../components/display/RecordPage.tsx";
import { Section } from "../../components/display/Section.tsx";
import { useFocusAfterDialog } from "../../components/focus/useFocusAfterDialog.ts";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { webhooks } from "../../i18n/ja/resources/webhooks.ts";
import { webhookPage } from "../../i18n/ja/webhookPage.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { WebhookRecord } from "../records.ts";
import { Deliveries } from "./Deliveries.tsx";
import { EventNames, lastAnswer, sinceText, WebhookState } from "./WebhookState.tsx";

export function WebhookShow() {
  return (
    <RecordPage<WebhookRecord>
      loading={{ title: webhooks.name }}
      failed={{ title: webhookPage.form.detail, back: LIST }}
    >
      {(webhook) => <WebhookSections webhook={webhook} />}
    </RecordPage>
  );
}

const LIST = { to: "/webhooks", name: webhookPage.form.list };

function WebhookSections({ webhook }: { webhook: WebhookRecord }) {
  useLiveReads(resourceTopic("webhooks", webhook.webhookId), "webhooks");
  return (
    <DetailPage>
      <RecordTitle
        title={webhookPage.form.detail}
        back={LIST}
        extra={<WebhookState webhook={webhook} />}
        actions={<WebhookActions webhook={webhook} />}
      />
      <WebhookBanner webhook={webhook} />
      <Section title={webhookPage.detail.factsSection}>
        <WebhookFacts webhook={webhook} />
      </Section>
      <Deliveries key={webhook.id} webhook={webhook} />
      <History kind="webhook" id={webhook.webhookId} record={webhook} />
    </DetailPage>
  );
}

/** Says since when messages do not arrive, and what comes next. */
function WebhookBanner({ webhook }: { webhook: WebhookRecord }) {
  const text = webhookPage.detail;
  const { paused, pausedAt, heldAt, failingSince } = webhook;
  if (heldAt !== null) {
    const time = sinceText(heldAt);
    return <PageBanner tone="info" sentences={[text.held(time), text.heldNext]} />;
  }
  if (paused && pausedAt !== null) {
    const time = sinceText(pausedAt);
    if (failingSince === null) {
      return <PageBanner tone="info" sentences={[text.paused(time)]} />;
    }
    const since = sinceText(failingSince);
    const sentences = [
      isPausedByFailures(pausedAt, failingSince)
        ? text.pausedByFailures(since, time)
        : text.pausedWhileFailing(since, time),
      text.pausedNext,
    ];
    return <PageBanner tone="info" sentences={sentences} />;
  }
  if (failingSince === null) return null;
  const time = sinceText(failingSince);
  return <PageBanner sentences={[text.failing(time), text.failingNext]} />;
}

function WebhookFacts({ webhook }: { webhook: WebhookRecord }) {
  const text = webhookPage.detail;
  const { url, events, organizations, rotatedUntil, createdAt, updatedAt } = webhook;
  const bothSign = rotatedUntil !== null && new Date(rotatedUntil) > new Date();
  return (
    <Facts>
      <Fact source="url" wide copy={url}>
        {url}
      </Fact>
      <Fact source="events" wide>
        <EventNames events={events} />
      </Fact>
      <Fact source="organizations" wide>
        <NameChips names={organizations?.map(({ organizationName }) => organizationName) ?? []} />
      </Fact>
      {webhook.failingSince === null ? null : <FailureFacts webhook={webhook} />}
      {bothSign ? (
        <Fact source="rotatedUntil" wide>
          {text.rotated(formatDateTime(rotatedUntil))}
        </Fact>
      ) : null}
      <Fact source="createdAt">{formatDateTime(createdAt)}</Fact>
      <Fact source="updatedAt">{formatDateTime(updatedAt)}</Fact>
    </Facts>
  );
}

/** Why messages do not arrive, in the words of the deliveries, and when the next is tried. */
function FailureFacts({ webhook }: { webhook: WebhookRecord }) {
  const { paused, nextTryAt } = webhook;
  const isLater = nextTryAt !== null && new Date(nextTryAt) > new Date();
  return (
    <>
      <Fact source="lastAnswer">{lastAnswer(webhook)}</Fact>
      {paused ? null : (
        <Fact source="nextTry">{isLater ? sinceText(nextTryAt) : webhookPage.detail.soon}</Fact>
      )}
    </>
  );
}

const dialogs = {
  pause: lazyDialog(async () => (await import("./actionDialogs.tsx")).PauseDialog),
  rotate: lazyDialog(async () => (await import("./actionDialogs.tsx")).RotateDialog),
  remove: lazyDialog(async () => (await import("./actionDialogs.tsx")).DeleteDialog),
};

function WebhookActions({ webhook }: { webhook: WebhookRecord }) {
  const text = webhookPage.detail;
  const createPath = useCreatePath();
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  const rotateButton = useRef<HTMLButtonElement>(null);
  // The new secret is a dialog behind the question, which had the focus of the page.
  useFocusAfterDialog(dialog === "rotate", rotateButton);
  const Dialog = dialog && dialogs[dialog];
  return (
    <>
      <Button
        variant="contained"
        component={LinkBase}
        to={createPath({ resource: "webhooks", type: "edit", id: webhook.id })}
      >
        {text.edit}
      </Button>
      <PauseButton webhook={webhook} onPause={() => setDialog("pause")} />
      <Button
        ref={rotateButton}
        variant="outlined"
        color="secondary"
        onClick={() => setDialog("rotate")}
      >
        {text.rotate}
      </Button>
      <Button variant="outlined" color="error" onClick={() => setDialog("remove")}>
        {text.remove}
      </Button>
      {Dialog ? <Dialog webhook={webhook} onClose={() => setDialog(undefined)} /> : null}
    </>
  );
}

interface PauseButtonProps {
  webhook: WebhookRecord;
  onPause: () => void;
}

/** The same element in both states, so that it keeps the focus. Only a pause loses messages. */
function PauseButton({ webhook: { id, version, paused }, onPause }: PauseButtonProps) {
  const { write, pending } = useWrite("PATCH /webhooks/{id}", {
    changes: "webhooks",
    notice: webhookPage.resume.done,
    noticesProblem: true,
  });
  const resume = () => void write({ id, ifMatch: version, body: { paused: false } });
  return (
    <Button
      variant="outlined"
      color="secondary"
      disabled={pending}
      onClick={paused ? resume : onPause}
    >
      {paused ? webhookPage.detail.resume : webhookPage.detail.pause}
    </Button>
  );
}
