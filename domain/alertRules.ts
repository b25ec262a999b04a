import {
  type ContractTerm,
  type ContractUse,
  effectiveEnd,
  type Period,
  usageShare,
  WARNING_SHARE,
} from "./contractRules.ts";
import { addDays, daysBetween } from "./dates.ts";

/**
 * What an alert is about (design 10). In a family each kind says more than the ones before it, so a
 * screen shows the last one of a contract.
 */
export const ALERT_FAMILIES = {
  cap: ["CAP_80", "CAP_100"],
  end: ["ENDING_60", "ENDING_30", "ENDING_7", "ENDED"],
  gap: ["GAP"],
  reconcile: ["RECONCILE"],
} as const;
export type AlertFamily = keyof typeof ALERT_FAMILIES;
export type AlertKind = (typeof ALERT_FAMILIES)[AlertFamily][number];

export const ALERT_KINDS = [
  "CAP_80",
  "CAP_100",
  "ENDING_60",
  "ENDING_30",
  "ENDING_7",
  "ENDED",
  "GAP",
  "RECONCILE",
] as const satisfies readonly AlertKind[];

/** RECONCILE is for the provider alone, and raised by the comparison of the ledger's sums. */
export const PROVIDER_KINDS: readonly AlertKind[] = ["RECONCILE"];

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
 * The causes for alerts in all contracts of one organization on `today`, a date in Asia/Tokyo; each
 * at most once. Never RECONCILE.
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

/** Whether a contract covers a day. */
function covers(contract: ContractTerm, day: string): boolean {
  return contract.startDate <= day && day <= effectiveEnd(contract);
}

function capCauses(contract: AlertContract, today: string): AlertKind[] {
  if (!covers(contract, today)) return [];
  const share = usageShare(contract);
  if (share < WARNING_SHARE) return [];
  return share < 1 ? ["CAP_80"] : ["CAP_80", "CAP_100"];
}

function endCauses(contract: AlertContract, next: string | null, today: string): AlertKind[] {
  // Whoever terminates a contract means it to end, so nobody waits for a successor.
  if (next !== null || contract.terminationDate !== null) return [];
  const left = daysBetween(today, contract.endDate);
  const kinds: AlertKind[] = [];
  if (covers(contract, today)) {
    for (const kind of ["ENDING_60", "ENDING_30", "ENDING_7"] as const) {
      if (left <= daysOf[kind]) kinds.push(kind);
    }
  }
  if (left <= 0 && -left <= ENDED_DAYS) kinds.push("ENDED");
  return kinds;
}

function gapCauses(contract: AlertContract, next: string | null, today: string): AlertKind[] {
  const gap = gapBetween(contract, next);
  return gap && gap.endDate >= today ? ["GAP"] : [];
}

const familyOfKind = new Map<AlertKind, AlertFamily>();
for (const family of ["cap", "end", "gap", "reconcile"] as const) {
  for (const kind of ALERT_FAMILIES[family]) familyOfKind.set(kind, family);
}

/** The family of a kind. */
export function alertFamily(kind: AlertKind): AlertFamily {
  const family = familyOfKind.get(kind);
  if (!family) throw new Error(`the kind ${kind} has no family`);
  return family;
}

/** The kinds of the same family that a kind includes, itself last. */
export function includedKinds(kind: AlertKind): readonly AlertKind[] {
  const kinds: readonly AlertKind[] = ALERT_FAMILIES[alertFamily(kind)];
  return kinds.slice(0, kinds.indexOf(kind) + 1);
}

/** Alerts of the same contract and family, the one that says most first. */
export type AlertGroup<Alert extends AlertCause> = [Alert, ...Alert[]];

/** Groups alerts by contract and family; groups keep the order of their first alert. */
export function groupAlerts<Alert extends AlertCause>(
  alerts: readonly Alert[],
): AlertGroup<Alert>[] {
  const groups = new Map<string, AlertGroup<Alert>>();
  for (const alert of alerts) {
    const key = `${alert.contractId} ${alertFamily(alert.kind)}`;
    const group = groups.get(key);
    if (group) group.push(alert);
    else groups.set(key, [alert]);
  }
  const weight = ({ kind }: Alert) => ALERT_KINDS.indexOf(kind);
  for (const group of groups.values()) group.sort((a, b) => weight(b) - weight(a));
  return [...groups.values()];
}
