import { differenceInHours } from "date-fns";
import { closingKind } from "../../../domain/api/closings.ts";
import { daysBetween, tokyoDate } from "../../../domain/text/dates.ts";
import { type WorkKind, workPlaces } from "../../../domain/worklist/rules.ts";
import {
  MOST_INVITED,
  type WorkItem,
  type WorkPlaceRecord,
} from "../../../domain/worklist/schemas.ts";
import {
  closingSentence,
  invitationLabel,
  invitationSentence,
} from "../../../domain/worklist/sentences.ts";
import { alertSubject, presentAlert } from "../alerts/present.ts";
import type { AlertRow } from "../alerts/queries/alertList.ts";
import type { findOrganizationNames } from "../organizations/queries.ts";
import type { findInvited, InvitationRow } from "./queries.ts";

interface Place {
  organizationId: number | null;
  webhookId: number | null;
  serviceKeyId: number | null;
  month: string | null;
  /** The oldest first. */
  invitations: readonly InvitationRow[];
}

interface Known {
  open: readonly AlertRow[];
  people: Awaited<ReturnType<typeof findInvited>>;
  names: Awaited<ReturnType<typeof findOrganizationNames>>;
  at: Date;
  /** The contracts that are not closed for the month before; `more` where there are more. */
  unclosed: { contracts: number; more: boolean };
}

/** A place of the worklist with all that is to do there, the most urgent first. */
export function presentPlace(place: Place, known: Known): WorkPlaceRecord {
  const { organizationId, webhookId, serviceKeyId, month } = place;
  const subject = { organizationId, webhookId, serviceKeyId, month };
  if (month !== null) {
    return { ...subject, organizationName: null, work: [presentClosing(known)] };
  }
  const alerts = known.open.filter(
    (row) =>
      row.organization_id === organizationId &&
      row.webhook_id === webhookId &&
      row.service_key_id === serviceKeyId,
  );
  const found = [
    ...alerts.flatMap((row) => presentWork(row, tokyoDate(known.at)) ?? []),
    ...presentInvitations(place.invitations, known),
  ];
  const [work = []] = workPlaces(found.map((item) => ({ ...item, ...subject })));
  return {
    ...subject,
    organizationName: organizationId === null ? null : (known.names.get(organizationId) ?? null),
    work: work.map(({ item }) => item),
  };
}

function presentClosing({ unclosed: { contracts, more } }: Known): WorkItem {
  return {
    kind: "CLOSING",
    label: closingKind.label,
    message: closingSentence(contracts, more),
    contractId: null,
    use: null,
    invited: [],
    invitedCount: 0,
  };
}

interface Found {
  kind: WorkKind;
  since: number;
  item: WorkItem;
}

/** Undefined where the contract is deleted, with which its alerts end. */
function presentWork(row: AlertRow, today: string): Found | undefined {
  const { kind, label, message, contractId } = presentAlert(row, today);
  if (contractId !== null && kind !== "RECONCILE" && !alertSubject(row)) return undefined;
  const item = { kind, label, message, contractId, use: usedBy(row), invited: [], invitedCount: 0 };
  return { kind, since: row.raised_at.getTime(), item };
}

function usedBy(row: AlertRow): WorkItem["use"] {
  const subject = alertSubject(row);
  if (!subject) return null;
  const { usedTranscriptCount, usedTranscriptSeconds } = subject;
  const { maxTranscriptCount, maxTranscriptMinutes } = subject;
  return { usedTranscriptCount, usedTranscriptSeconds, maxTranscriptCount, maxTranscriptMinutes };
}

function presentInvitations(invitations: readonly InvitationRow[], { people, at }: Known): Found[] {
  const [oldest] = invitations;
  const invited = invitations.slice(0, MOST_INVITED).flatMap(({ user_id }) => {
    const person = people.get(user_id);
    if (!person) return [];
    return { userId: person.user_id, userName: person.user_name, email: person.email };
  });
  const [first] = invited;
  if (!oldest || !first) return [];
  const { created_at, ends_at } = oldest;
  const days = daysBetween(tokyoDate(created_at), tokyoDate(at));
  const hoursLeft = ends_at && differenceInHours(ends_at, at, { roundingMethod: "ceil" });
  const item = {
    kind: "INVITATION" as const,
    label: invitationLabel({ days, hoursLeft }, invitations.length),
    message: invitationSentence(first.userName, invitations.length),
    contractId: null,
    use: null,
    invited,
    invitedCount: invitations.length,
  };
  return [{ kind: item.kind, since: created_at.getTime(), item }];
}
