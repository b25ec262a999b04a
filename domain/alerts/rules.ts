import {
  type ContractTerm,
  type ContractUse,
  effectiveEnd,
  type Period,
  usageShare,
  WARNING_SHARE,
} from "../contracts/rules.ts";
import { addDays, daysBetween } from "../text/dates.ts";

/** How long an alert is kept after its cause has ended (docs/operations/data.md). */
export const ALERT_MONTHS = 36;

/**
 * What an alert is about (docs/product/alerts.md#kinds). In a family each kind says more than the
 * ones before it, so a contract has one alert of a family at most.
 */
export const ALERT_FAMILIES = {
  cap: ["CAP_80", "CAP_100"],
  end: ["ENDING_60", "ENDING_30", "ENDING_7", "ENDED"],
  gap: ["GAP"],
  reconcile: ["RECONCILE"],
  webhook: ["WEBHOOK_FAILING", "WEBHOOK_PAUSE_NEAR", "WEBHOOK_PAUSED"],
  admins: ["LAST_ADMIN_DISABLED"],
  sso: ["SSO_REFUSED"],
  key: ["KEY_ENDING"],
} as const;
export type AlertFamily = keyof typeof ALERT_FAMILIES;
export type AlertKind = (typeof ALERT_FAMILIES)[AlertFamily][number];
export type WebhookAlertKind = (typeof ALERT_FAMILIES.webhook)[number];
/** About an organization as a whole, and none of its contracts. */
export type WholeAlertKind = (typeof ALERT_FAMILIES)["sso" | "admins"][number];

export const ALERT_KINDS = [
  "CAP_80",
  "CAP_100",
  "ENDING_60",
  "ENDING_30",
  "ENDING_7",
  "ENDED",
  "GAP",
  "RECONCILE",
  "WEBHOOK_FAILING",
  "WEBHOOK_PAUSE_NEAR",
  "WEBHOOK_PAUSED",
  "LAST_ADMIN_DISABLED",
  "SSO_REFUSED",
  "KEY_ENDING",
] as const satisfies readonly AlertKind[];

/** For the provider alone, and not raised by the rules of contracts. */
export const PROVIDER_KINDS: readonly AlertKind[] = [
  ...ALERT_FAMILIES.reconcile,
  ...ALERT_FAMILIES.webhook,
  ...ALERT_FAMILIES.admins,
  ...ALERT_FAMILIES.sso,
  ...ALERT_FAMILIES.key,
];

export const SSO_REFUSED_DAYS = 7;

/** How long ENDED stays open without a successor, in days after the last valid day. */
export const ENDED_DAYS = 30;
/** How many days before its end a contract is first looked at. */
export const ENDING_DAYS = 60;
const daysOf = { ENDING_60: ENDING_DAYS, ENDING_30: 30, ENDING_7: 7 } as const;

/** A contract as the rules see it. */
export interface AlertContract extends ContractTerm, ContractUse {
  contractId: number;
}

export interface AlertCause {
  kind: AlertKind;
  contractId: number;
}

/**
 * The causes for alerts in all contracts of one organization on `today`, a date in Asia/Tokyo: of
 * each contract and family the strongest, none of the provider's kinds.
 */
export function alertCauses(contracts: readonly AlertContract[], today: string): AlertCause[] {
  return contracts.flatMap((contract) => {
    const next = nextStart(contract, contracts);
    const kinds = [
      ...capCauses(contract, today),
      ...endCauses(contract, next, today),
      ...gapCauses(contract, next, today),
    ];
    return kinds.map((kind) => ({ kind, contractId: contract.contractId }));
  });
}

/** The first day of the first contract that starts after another has ended, its successor. */
export function nextStart(
  contract: Omit<ContractTerm, "startDate">,
  contracts: readonly Pick<ContractTerm, "startDate">[],
): string | null {
  const end = effectiveEnd(contract);
  const starts = contracts.map(({ startDate }) => startDate).filter((start) => start > end);
  return starts.toSorted()[0] ?? null;
}

/** The uncovered days between a contract and its successor; undefined if there are none. */
export function gapBetween(
  contract: Omit<ContractTerm, "startDate">,
  next: string | null,
): Period | undefined {
  const startDate = addDays(effectiveEnd(contract), 1);
  return next !== null && startDate < next ? { startDate, endDate: addDays(next, -1) } : undefined;
}

function covers(contract: ContractTerm, day: string): boolean {
  return contract.startDate <= day && day <= effectiveEnd(contract);
}

function capCauses(contract: AlertContract, today: string): AlertKind[] {
  if (!covers(contract, today)) return [];
  const share = usageShare(contract);
  if (share < WARNING_SHARE) return [];
  return [share < 1 ? "CAP_80" : "CAP_100"];
}

function endCauses(contract: AlertContract, next: string | null, today: string): AlertKind[] {
  // A terminated contract is meant to end, so it needs no successor.
  if (next !== null || contract.terminationDate !== null) return [];
  const left = daysBetween(today, contract.endDate);
  if (left < 0) return -left <= ENDED_DAYS ? ["ENDED"] : [];
  if (!covers(contract, today)) return [];
  const kinds = ["ENDING_7", "ENDING_30", "ENDING_60"] as const;
  return kinds.filter((kind) => left <= daysOf[kind]).slice(0, 1);
}

function gapCauses(contract: AlertContract, next: string | null, today: string): AlertKind[] {
  const gap = gapBetween(contract, next);
  return gap && gap.endDate >= today ? ["GAP"] : [];
}

const familyOfKind = new Map<AlertKind, AlertFamily>();
for (const family of ["cap", "end", "gap", "reconcile", "webhook", "sso", "key"] as const) {
  for (const kind of ALERT_FAMILIES[family]) familyOfKind.set(kind, family);
}

export function alertFamily(kind: AlertKind): AlertFamily {
  const family = familyOfKind.get(kind);
  if (!family) throw new Error(`the kind ${kind} has no family`);
  return family;
}

/** Whether an alert is of the same contract and family as another one, and says more. */
export function isStronger(alert: AlertCause, than: AlertCause): boolean {
  return (
    alert.contractId === than.contractId &&
    alertFamily(alert.kind) === alertFamily(than.kind) &&
    ALERT_KINDS.indexOf(alert.kind) > ALERT_KINDS.indexOf(than.kind)
  );
}
