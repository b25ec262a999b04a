import { addHours, differenceInHours, subDays } from "date-fns";
import { closingKind } from "../../../domain/api/closings.ts";
import { worklistEndpoints } from "../../../domain/api/overview.ts";
import { lastMonthOver } from "../../../domain/closings/rules.ts";
import {
  addDays,
  daysBetween,
  firstDayOfMonth,
  monthOf,
  tokyoDate,
  tokyoMidnight,
} from "../../../domain/text/dates.ts";
import {
  closingSentence,
  INVITATION_HOURS,
  invitationLabel,
  invitationSentence,
  MOST_INVITED,
  type Work,
  type WorkItem,
  type WorkKind,
  type Worklist,
  type WorkPlaceRecord,
  workPlaces,
} from "../../../domain/worklist/schemas.ts";
import type { Config } from "../../config.ts";
import type { AreaRoutes, Deps } from "../../context.ts";
import { implement } from "../../implement.ts";
import { type AlertRow, findOpenAlertsOf } from "../alerts/queries/alertList.ts";
import { alertSubject, presentAlert } from "../alerts/service/readAlerts.ts";
import { findOrganizationNames } from "../organizations/queries.ts";
import {
  countOpen,
  findInvitations,
  findInvited,
  findUrgent,
  type InvitationRow,
} from "./queries.ts";

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
function presentPlace(place: Place, known: Known): WorkPlaceRecord {
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

/** How many alerts, and how many invitations, a worklist looks at. */
const LOOKED_AT = 500;
/** Of the places of a page; an organization seldom has more than three. */
const MOST_ALERTS = 500;

interface FoundWork extends Work {
  invitation?: InvitationRow;
}

/**
 * A page of the places where something is to do, the most urgent first
 * (docs/product/alerts.md#worklist). Its cost does not grow with the tables.
 */
async function readWorklist(
  { db, now, config }: Pick<Deps, "db" | "now"> & { config: Pick<Config, "invitationDays"> },
  userId: string,
  { page, size }: { page: number; size: number },
): Promise<Worklist> {
  const at = now();
  const today = tokyoDate(at);
  const { invitationDays: days } = config;
  const old = {
    endsBefore: addHours(at, INVITATION_HOURS),
    invitedBefore: tokyoMidnight(addDays(today, -days)),
    allInvitedBefore: addHours(subDays(at, days), INVITATION_HOURS),
  };
  const month = lastMonthOver(today);
  const [alerts, invitations, toClose] = await Promise.all([
    findUrgent(db, LOOKED_AT),
    findInvitations(db, old, LOOKED_AT),
    countOpen(db, firstDayOfMonth(month), LOOKED_AT),
  ]);
  const place = { organizationId: null, webhookId: null, serviceKeyId: null, month: null };
  const all = workPlaces<FoundWork>([
    ...alerts.map((row) => ({
      ...place,
      kind: row.kind,
      organizationId: row.organization_id,
      webhookId: row.webhook_id,
      serviceKeyId: row.service_key_id,
      since: row.raised_at.getTime(),
    })),
    ...(toClose > 0 ? [{ ...place, kind: "CLOSING" as const, month, since: dueSince(today) }] : []),
    ...invitations.map((row) => ({
      ...place,
      kind: "INVITATION" as const,
      organizationId: row.organization_id,
      since: row.created_at.getTime(),
      invitation: row,
    })),
  ]);
  const places = all.slice(page * size, (page + 1) * size).map(([first, ...others]) => ({
    organizationId: first.organizationId,
    webhookId: first.webhookId,
    serviceKeyId: first.serviceKeyId,
    month: first.month,
    invitations: [first, ...others].flatMap(({ invitation }) => invitation ?? []),
  }));
  const organizationIds = places.flatMap(({ organizationId }) => organizationId ?? []);
  const webhookIds = places.flatMap(({ webhookId }) => webhookId ?? []);
  const serviceKeyIds = places.flatMap(({ serviceKeyId }) => serviceKeyId ?? []);
  const subjects = { organizationIds, webhookIds, serviceKeyIds };
  const named = places.flatMap(({ invitations: of }) => of.slice(0, MOST_INVITED));
  const [open, people, names] = await Promise.all([
    findOpenAlertsOf(db, { userId, scope: "all" }, subjects, MOST_ALERTS),
    findInvited(
      db,
      named.map(({ user_id }) => user_id),
    ),
    findOrganizationNames(db, organizationIds),
  ]);
  const unclosed = { contracts: toClose, more: toClose === LOOKED_AT };
  return {
    places: places
      .map((place) => presentPlace(place, { open, people, names, at, unclosed }))
      // All that was to do there may have been done since.
      .filter(({ work }) => work.length > 0),
    page,
    size,
    total: all.length,
    isComplete: alerts.length < LOOKED_AT && invitations.length < LOOKED_AT,
  };
}

/** From the 1st on, the month before can be closed. */
function dueSince(today: string): number {
  return tokyoMidnight(firstDayOfMonth(monthOf(today))).getTime();
}

export const worklistRoutes: AreaRoutes = (app, deps) =>
  implement(app, worklistEndpoints, {
    "GET /worklist": ({ user, query }) => readWorklist(deps, user.userId, query),
  });
