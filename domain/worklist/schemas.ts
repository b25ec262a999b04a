import { z } from "zod";
import type { AlertKind } from "../alerts/rules.ts";
import { contract, month } from "../contracts/schemas.ts";
import { formatNumber } from "../text/numbers.ts";
import { user } from "../users/schemas.ts";

/**
 * Why something is on the worklist: an open alert, invitations that nobody took, or the month before, of
 * which contracts are not closed yet.
 */
export type WorkKind = AlertKind | "INVITATION" | "CLOSING";

/** From the most urgent to the least (docs/product/alerts.md#worklist). */
export const WORK_KINDS = [
  "SSO_REFUSED",
  "CLOSING",
  "CAP_100",
  "LAST_ADMIN_DISABLED",
  "ENDED",
  "ENDING_7",
  "WEBHOOK_PAUSED",
  "WEBHOOK_PAUSE_NEAR",
  "RECONCILE",
  "WEBHOOK_FAILING",
  "KEY_ENDING",
  "GAP",
  "ENDING_30",
  "CAP_80",
  "INVITATION",
  "ENDING_60",
] as const satisfies readonly WorkKind[];

/** How long before its end an invitation that nobody took is something to do. */
export const INVITATION_HOURS = 24;

export interface Work {
  kind: WorkKind;
  /** Null for a receiver, a service key, and for a user who belongs to no organization. */
  organizationId: number | null;
  /** Of a receiver, which is a place on the worklist of its own. */
  webhookId: number | null;
  /** Of a service key, likewise. */
  serviceKeyId: number | null;
  /** Of a month YYYY-MM to close, likewise. */
  month: string | null;
  /** Since when, in milliseconds. */
  since: number;
}

/** All that is to do at one place of the worklist, the most urgent first. */
export type WorkPlace<Item extends Work> = readonly [Item, ...Item[]];

/** Puts things to do together by organization, the place with the most urgent, then oldest first. */
export function workPlaces<Item extends Work>(items: readonly Item[]): WorkPlace<Item>[] {
  const places = new Map<string, [Item, ...Item[]]>();
  for (const item of items.toSorted(byUrgency)) {
    const key = `${item.organizationId} ${item.webhookId} ${item.serviceKeyId} ${item.month}`;
    const place = places.get(key);
    if (place) place.push(item);
    else places.set(key, [item]);
  }
  return [...places.values()];
}

const urgency = (kind: WorkKind) => WORK_KINDS.indexOf(kind);

function byUrgency(a: Work, b: Work): number {
  return urgency(a.kind) - urgency(b.kind) || a.since - b.since;
}

export const MOST_INVITED = 3;

const invited = user
  .pick({ userId: true, userName: true, email: true })
  .meta({ id: "InvitedPerson" });

const use = contract
  .pick({
    usedTranscriptCount: true,
    usedTranscriptSeconds: true,
    maxTranscriptCount: true,
    maxTranscriptMinutes: true,
  })
  .meta({ id: "ContractUse" });

const work = z
  .object({
    kind: z.enum(WORK_KINDS).meta({ id: "WorkKind" }),
    label: z.string().meta({ description: "In a few words, with the figures of now." }),
    message: z.string(),
    contractId: z.int().nullable(),
    use: use.nullable().meta({ description: "Of the contract: what it has used, and its caps." }),
    invited: z.array(invited).meta({
      description: `Of INVITATION: who was invited, the oldest ${MOST_INVITED}.`,
    }),
    invitedCount: z.int(),
  })
  .meta({ id: "Work" });
export type WorkItem = z.infer<typeof work>;

const workPlace = z
  .object({
    organizationId: z.int().nullable(),
    organizationName: z.string().nullable(),
    webhookId: z
      .int()
      .nullable()
      .meta({ description: "Of a receiver, which belongs to no organization." }),
    serviceKeyId: z
      .int()
      .nullable()
      .meta({ description: "Of a service key, which belongs to no organization." }),
    month: month.nullable().meta({
      description: "Of a month to close, which belongs to no organization.",
    }),
    work: z.array(work),
  })
  .meta({ id: "WorkPlace" });
export type WorkPlaceRecord = z.infer<typeof workPlace>;

export const worklist = z
  .object({
    places: z.array(workPlace),
    page: z.int(),
    size: z.int(),
    total: z.int(),
    isComplete: z.boolean().meta({
      description:
        "False where there is more to do than a worklist holds; the rest is less urgent.",
    }),
  })
  .meta({ id: "Worklist" });
export type Worklist = z.infer<typeof worklist>;

interface OldInvitation {
  /** Since the person was invited. */
  days: number;
  /** Until its end, 0 or less afterwards; null where no mail was sent. */
  hoursLeft: number | null;
}

/** An invitation that nobody has taken; of several the oldest. */
export function invitationLabel({ days, hoursLeft }: OldInvitation, people: number): string {
  const said =
    hoursLeft === null
      ? `招待から${days}日`
      : hoursLeft > 0
        ? `招待の期限まで${hoursLeft}時間`
        : "招待の期限切れ";
  return people > 1 ? `${said}（${people}人）` : said;
}

/** Of the contracts that are not closed for a month; `more` where they are only counted so far. */
export function closingSentence(contracts: number, more: boolean): string {
  const count = `${formatNumber(contracts)}件${more ? "以上" : ""}`;
  return `まだ締めていない契約が${count}あります。`;
}

/** Who was invited and has not signed in: the first of them, and how many more. */
export function invitationSentence(name: string, people: number): string {
  const who = people > 1 ? `${name}さんほか${people - 1}人` : `${name}さん`;
  return `${who}が招待を受け付けていません。`;
}
