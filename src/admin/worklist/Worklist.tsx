import Button from "@mui/material/Button";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { LinkBase, useCreatePath, useNotify } from "react-admin";
import { alertFamily } from "../../../domain/alerts/rules.ts";
import { resourceTopic } from "../../../domain/events.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import type { WorkItem, WorkPlaceRecord } from "../../../domain/worklist/schemas.ts";
import { FailedPart } from "../../components/display/LoadError.tsx";
import { LoadingState } from "../../components/display/LoadingState.tsx";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { Pager } from "../../components/list/Pager.tsx";
import { alerts } from "../../i18n/ja/resources/alerts.ts";
import { users } from "../../i18n/ja/resources/users.ts";
import { worklist as text } from "../../i18n/ja/worklist.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import { alertTones, stepPath } from "../../resources/alerts/AlertParts.tsx";
import { useWrite } from "../../writes/useWrite.ts";
import home from "../adminHome.module.css";
import { listPath } from "../listPath.ts";
import styles from "./worklist.module.css";

/** An organization with why it is on the worklist, and the next thing to do for it. */
function WorkPlaceRow({ place }: { place: WorkPlaceRecord }) {
  const [first] = place.work;
  const path = usePlacePath(place);
  const name = nameOf(place);
  if (!first) return null;
  const labels = new Map(place.work.map((work) => [work.label, work]));
  return (
    <li className={styles.place}>
      <div className={home.subject}>
        {path ? <LinkBase to={path}>{name}</LinkBase> : <span>{name}</span>}
        <p>{first.message}</p>
      </div>
      <ul className={styles.reasons}>
        {[...labels.values()].map((work) => (
          <li key={work.label}>
            <StatusChip tone={toneOf(work)} label={work.label} />
          </li>
        ))}
      </ul>
      <div className={styles.action}>
        <NextAction place={place} work={first} name={name} />
      </div>
    </li>
  );
}

function nameOf({ organizationId, organizationName, webhookId }: WorkPlaceRecord): string {
  if (webhookId !== null) return text.webhook;
  return organizationId === null ? text.systemAdmins : (organizationName ?? text.unknown);
}

function usePlacePath({ organizationId, webhookId }: WorkPlaceRecord): string | undefined {
  const createPath = useCreatePath();
  if (webhookId !== null) return createPath({ resource: "webhooks", type: "show", id: webhookId });
  if (organizationId === null) return undefined;
  return createPath({ resource: "organizations", type: "show", id: organizationId });
}

const toneOf = ({ kind }: WorkItem) => (kind === "INVITATION" ? "info" : alertTones[kind]);

interface NextActionProps {
  place: WorkPlaceRecord;
  /** The most urgent thing to do there. */
  work: WorkItem;
  /** What the place is called. */
  name: string;
}

function NextAction({ place, work, name }: NextActionProps) {
  const createPath = useCreatePath();
  const { kind, contractId, invited, invitedCount } = work;
  if (kind !== "INVITATION") {
    const family = alertFamily(kind);
    const to = stepPath({ contractId, webhookId: place.webhookId }, family, createPath);
    return <Step to={to} label={alerts.step[family]} name={name} />;
  }
  const [person] = invited;
  if (person && invitedCount === 1) return <Resend person={person} />;
  const { organizationId } = place;
  const filter = { status: "INVITED", ...(organizationId === null ? {} : { organizationId }) };
  const to = listPath("users", filter, { field: "createdAt", order: "ASC" });
  return <Step to={to} label={text.invitations} name={name} />;
}

function Step({ to, label, name }: { to: string; label: string; name: string }) {
  return (
    <Button
      variant="outlined"
      size="small"
      component={LinkBase}
      to={to}
      aria-label={text.stepOf(label, name)}
    >
      {label}
    </Button>
  );
}

/** Sends the mail at once, and says whether it is done or pending at the identity service. */
function Resend({ person }: { person: WorkItem["invited"][number] }) {
  const notify = useNotify();
  const { api } = useApi();
  const { userId, userName, email } = person;
  const { write, pending } = useWrite("POST /users/{id}/invitation", {
    changes: "users",
    noticesProblem: true,
    onWritten: async () => {
      const { identityPending } = await api("GET /users/{id}", { id: userId });
      notify(users.resend[identityPending ? "pending" : "done"](email), {
        type: identityPending ? "info" : "success",
      });
    },
  });
  return (
    <Button
      variant="outlined"
      size="small"
      disabled={pending}
      aria-label={text.resendTo(userName)}
      onClick={() => void write({ id: userId })}
    >
      {pending ? text.resending : text.resend}
    </Button>
  );
}

const SIZE = 8;

/** What needs a system admin's action, once per organization, the most urgent first. */
export function Worklist() {
  const titleId = useId();
  const [page, setPage] = useState(0);
  const { data, error } = useWorklist(page);
  const lastPage = Math.max(0, Math.ceil((data?.total ?? 0) / SIZE) - 1);
  // The last page goes once what is on it is done.
  if (data && page > lastPage) setPage(lastPage);
  return (
    <section className={home.block} aria-labelledby={titleId}>
      <div className={home.heading}>
        <h2 id={titleId}>{text.title}</h2>
        {data ? (
          <span className={home.total} data-none={data.total === 0}>
            {(data.isComplete ? text.count : text.atLeast)(formatNumber(data.total))}
          </span>
        ) : null}
      </div>
      {data?.total === 0 ? <p className={home.none}>{text.none}</p> : null}
      {data?.total ? (
        <>
          <ol className={styles.places} aria-label={text.list}>
            {data.places.map((place) => (
              <WorkPlaceRow key={keyOf(place)} place={place} />
            ))}
          </ol>
          <Pager page={page} size={SIZE} total={data.total} onPage={setPage} />
          {data.isComplete ? null : <p className={home.none}>{text.incomplete}</p>}
          <p className={styles.all}>
            <LinkBase to={ALERTS}>{text.all}</LinkBase>
            <LinkBase to={INVITATIONS}>{text.allInvitations}</LinkBase>
          </p>
        </>
      ) : null}
      {error ? <FailedPart error={error} /> : null}
      {data || error ? null : <LoadingState />}
    </section>
  );
}

const ALERTS = listPath("alerts", { open: "true" }, { field: "raisedAt", order: "DESC" });
const INVITATIONS = listPath("users", { status: "INVITED" }, { field: "createdAt", order: "ASC" });

const keyOf = ({ organizationId, webhookId }: WorkPlaceRecord) => `${organizationId} ${webhookId}`;

const READS = "worklist";

/** An alert follows each change of a contract, and of a receiver. */
function useWorklist(page: number) {
  const { api } = useApi();
  useLiveReads(resourceTopic("alerts"), READS);
  useLiveReads(resourceTopic("users"), READS);
  return useQuery({
    queryKey: [READS, page],
    queryFn: ({ signal }) => api("GET /worklist", { query: { page, size: SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
}
