import { addHours, subDays } from "date-fns";
import { lastMonthOver } from "../../../domain/closings/rules.ts";
import {
  addDays,
  firstDayOfMonth,
  monthOf,
  tokyoDate,
  tokyoMidnight,
} from "../../../domain/text/dates.ts";
import { INVITATION_HOURS, type Work, workPlaces } from "../../../domain/worklist/rules.ts";
import { MOST_INVITED, type Worklist } from "../../../domain/worklist/schemas.ts";
import type { Config } from "../../config.ts";
import type { Deps } from "../../context.ts";
import { findOpenAlertsOf } from "../alerts/queries/alertList.ts";
import { findOrganizationNames } from "../organizations/queries.ts";
import { presentPlace } from "./present.ts";
import {
  countOpen,
  findInvitations,
  findInvited,
  findUrgent,
  type InvitationRow,
} from "./queries.ts";

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
export async function readWorklist(
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
