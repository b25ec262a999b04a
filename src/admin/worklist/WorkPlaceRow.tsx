import Button from "@mui/material/Button";
import { type ReactNode, type RefObject, useMemo, useRef } from "react";
import { LinkBase, useCreatePath, useNotify } from "react-admin";
import { alertFamily } from "../../../domain/alerts/rules.ts";
import { type ContractUse, capShares } from "../../../domain/contracts/rules.ts";
import { formatMonthJa } from "../../../domain/text/dates.ts";
import type { WorkItem, WorkPlaceRecord } from "../../../domain/worklist/schemas.ts";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import {
  type FocusTarget,
  useFocusAfterRemoval,
} from "../../components/focus/useFocusAfterRemoval.ts";
import { worklist as text } from "../../i18n/ja/adminHome.ts";
import { alerts } from "../../i18n/ja/resources/alerts.ts";
import { users } from "../../i18n/ja/resources/users.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { alertTones, stepPath } from "../../resources/alerts/AlertParts.tsx";
import { countUsage, minutesUsage } from "../../resources/contracts/ContractUsageBars.tsx";
import { useWrite } from "../../writes/useWrite.ts";
import { INVITATIONS, listPath } from "../AdminFigures.tsx";
import styles from "../adminHome.module.css";

interface RowFocus {
  /** Notes which row is worked on. */
  at: (index: number) => void;
  /** The row that is worked on now, or the one in its place; without rows, what says so. */
  target: FocusTarget;
}

/** Keeps the focus in a list of which rows go. */
export function useRowFocus(list: RefObject<HTMLElement | null>): RowFocus {
  const worked = useRef(0);
  return useMemo(() => {
    const focus = () => {
      const rows = list.current?.querySelectorAll<HTMLElement>("li") ?? [];
      const row = rows[Math.min(worked.current, rows.length - 1)];
      (row?.querySelector("a") ?? list.current)?.focus();
    };
    return {
      at: (index: number) => {
        worked.current = index;
      },
      target: { current: { focus } },
    };
  }, [list]);
}

interface WorkPlaceRowProps {
  place: WorkPlaceRecord;
  /** Where the focus goes once the action of this row is gone. */
  focus: RowFocus;
  index: number;
  onChangeCaps: (contractId: number) => void;
}

/** An organization with why it is on the worklist, and the next thing to do for it. */
export function WorkPlaceRow({ place, focus, index, onChangeCaps }: WorkPlaceRowProps) {
  const [first] = place.work;
  const path = usePlacePath(place);
  const name = nameOf(place);
  if (!first) return null;
  const labels = new Map(place.work.map((work) => [work.label, work]));
  const [chip, ...others] = [...labels.values()].map((work) => (
    <StatusChip key={work.label} tone={toneOf(work)} label={work.label} />
  ));
  return (
    <li className={`grid relative line-above align-center pad-8-0 ${styles.place}`}>
      <span>{chip}</span>
      <div className={`shrink ${styles.subject}`}>
        <LinkBase to={path} className="strong">
          {name}
        </LinkBase>
        <p className="note">{first.message}</p>
        {others.length > 0 ? <p className="wrap gap-4 note pad-top-4">{others}</p> : null}
      </div>
      <div className={styles.use}>{first.use ? decidingUse(first.use) : null}</div>
      <div className={styles.action}>
        <NextAction
          place={place}
          work={first}
          name={name}
          focus={focus}
          index={index}
          onChangeCaps={onChangeCaps}
        />
      </div>
    </li>
  );
}

/** What is used of the cap that is the fuller one. */
function decidingUse(use: ContractUse): ReactNode {
  const { count, time } = capShares(use);
  return (time > count ? minutesUsage : countUsage)(use, { percent: true });
}

function nameOf(place: WorkPlaceRecord): string {
  const { organizationId, organizationName, webhookId, serviceKeyId, month } = place;
  if (month !== null) return formatMonthJa(month);
  if (serviceKeyId !== null) return text.serviceKey;
  if (webhookId !== null) return text.webhook;
  return organizationId === null ? text.systemAdmins : (organizationName ?? text.unknown);
}

function usePlacePath(place: WorkPlaceRecord): string {
  const { organizationId, webhookId, serviceKeyId, month } = place;
  const createPath = useCreatePath();
  if (month !== null) return closingsPath(month);
  if (serviceKeyId !== null) return createPath({ resource: "service-keys", type: "list" });
  if (webhookId !== null) return createPath({ resource: "webhooks", type: "show", id: webhookId });
  if (organizationId === null) return INVITATIONS;
  return createPath({ resource: "organizations", type: "show", id: organizationId });
}

const toneOf = ({ kind }: WorkItem) =>
  kind === "INVITATION" || kind === "CLOSING" ? "info" : alertTones[kind];

const closingsPath = (month: string) => `/closings/${month}`;

interface NextActionProps extends WorkPlaceRowProps {
  /** The most urgent thing to do there. */
  work: WorkItem;
  /** What the place is called. */
  name: string;
}

function NextAction({ place, work, name, onChangeCaps, ...at }: NextActionProps) {
  const createPath = useCreatePath();
  const { kind, contractId, invited, invitedCount } = work;
  if (kind === "CLOSING") {
    return <Step to={closingsPath(place.month ?? "")} label={text.closing} name={name} />;
  }
  if (kind !== "INVITATION") {
    const family = alertFamily(kind);
    if (family === "cap" && contractId !== null) {
      return <ChangeCaps {...at} name={name} onPress={() => onChangeCaps(contractId)} />;
    }
    const to = stepPath({ ...place, contractId }, family, createPath);
    return <Step to={to} label={alerts.step[family]} name={name} />;
  }
  const [person] = invited;
  if (person && invitedCount === 1) return <Resend person={person} />;
  const { organizationId } = place;
  const filter = { status: "INVITED", ...(organizationId === null ? {} : { organizationId }) };
  const to = listPath("users", filter, { field: "createdAt", order: "ASC" });
  return <Step to={to} label={text.invitations} name={name} />;
}

interface ChangeCapsProps extends Pick<WorkPlaceRowProps, "focus" | "index"> {
  name: string;
  onPress: () => void;
}

/** The row goes, or has another action, once there is room again. */
function ChangeCaps({ name, focus, index, onPress }: ChangeCapsProps) {
  const { onFocus, onBlur } = useFocusAfterRemoval(focus.target);
  const label = alerts.step.cap;
  return (
    <Button
      variant="outlined"
      size="small"
      aria-label={text.stepOf(label, name)}
      onClick={onPress}
      onFocus={(event) => {
        focus.at(index);
        onFocus(event);
      }}
      onBlur={onBlur}
    >
      {label}
    </Button>
  );
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
