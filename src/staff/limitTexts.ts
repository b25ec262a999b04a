import { useQuery } from "@tanstack/react-query";
import { can } from "../../domain/access.ts";
import {
  type ContractLimits,
  type ContractUse,
  capSeconds,
  type UsageState,
  usageState,
} from "../../domain/contracts/rules.ts";
import { resourceTopic } from "../../domain/events.ts";
import { formatDateJa, formatMinutes } from "../../domain/text/dates.ts";
import { formatNumber } from "../../domain/text/numbers.ts";
import { home } from "../i18n/ja/home.ts";
import { useApi } from "../providers/data/useApi.ts";
import { useLiveReads } from "../providers/live/useLiveReads.ts";
import { useUserProfile } from "../providers/signIn/userProfile.ts";

const CAPS = ["count", "minutes"] as const;
type Cap = (typeof CAPS)[number];

interface LimitsNotice {
  tone: "info" | "warning" | "error";
  /** What is the case, in sentences. */
  text: string;
  /** Whether another user has to act before transcripts are possible. */
  blocked: boolean;
}

/**
 * What is worth knowing about the limits: no contract, one that has not begun, a cap that is used
 * up, or how much is left of one that is nearly so; undefined if there is nothing to tell (docs/product/usage.md#limits).
 */
export function limitsNotice(limits: ContractLimits): LimitsNotice | undefined {
  const { contract } = limits;
  if (!contract) {
    return { tone: "error", text: home.limits.none, blocked: true };
  }
  if (contract.status === "UPCOMING") {
    const date = formatDateJa(contract.startDate);
    return { tone: "info", text: home.limits.begins(date), blocked: false };
  }
  const uses = capUses(limits);
  const capsThatAre = (wanted: UsageState) =>
    CAPS.filter((cap) => usageState(uses[cap]) === wanted);
  const reached = capsThatAre("REACHED").map((cap) => home.limits.reached[cap]);
  if (reached.length > 0) return { tone: "error", text: reached.join(""), blocked: true };
  return capsThatAre("WARNING").length > 0
    ? { tone: "warning", text: limitsLine(limits), blocked: false }
    : undefined;
}

/** What is used of the caps; nothing of one that is unlimited, of which the limits do not tell it. */
export function limitsUse(limits: ContractLimits): ContractUse {
  const { count, minutes } = capUses(limits);
  return {
    usedTranscriptCount: count.usedTranscriptCount,
    maxTranscriptCount: count.maxTranscriptCount,
    usedTranscriptSeconds: minutes.usedTranscriptSeconds,
    maxTranscriptMinutes: minutes.maxTranscriptMinutes,
  };
}

/** What is used of each cap alone. */
function capUses({ contract, ...left }: ContractLimits): Record<Cap, ContractUse> {
  // A copy of the release before answers no seconds.
  const { caps, remainingSeconds = left.remainingMinutes * 60 } = contract ?? {};
  const { maxTranscriptCount = null, maxTranscriptMinutes = null } = caps ?? {};
  const maxSeconds = capSeconds(maxTranscriptMinutes);
  return {
    count: {
      ...UNUSED,
      usedTranscriptCount: used(maxTranscriptCount, left.remainingCount),
      maxTranscriptCount,
    },
    minutes: {
      ...UNUSED,
      usedTranscriptSeconds: used(maxSeconds, remainingSeconds),
      maxTranscriptMinutes,
    },
  };
}

const UNUSED: ContractUse = {
  usedTranscriptCount: 0,
  usedTranscriptSeconds: 0,
  maxTranscriptCount: null,
  maxTranscriptMinutes: null,
};

const used = (max: number | null, remaining: number) => (max === null ? 0 : max - remaining);

/** The two figures of the limits: 3件 and 8時間45分, or 無制限. */
export function limitTexts(limits: ContractLimits) {
  const unlimited = home.limits.unlimited;
  return {
    count: limits.unlimitedCount ? unlimited : countText(limits.remainingCount),
    minutes: limits.unlimitedMinutes ? unlimited : formatMinutes(limits.remainingMinutes),
  };
}

function countText(count: number): string {
  return home.limits.count(formatNumber(count));
}

/** All of it in one line, for the header: 残り3件・8時間45分. */
export function limitsLine(limits: ContractLimits): string {
  const { unlimitedCount, unlimitedMinutes } = limits;
  if (unlimitedCount && unlimitedMinutes) return home.limits.unlimited;
  const { count, minutes } = limitTexts(limits);
  if (unlimitedCount) return home.limits.onlyMinutes(minutes);
  if (unlimitedMinutes) return home.limits.onlyCount(count);
  return home.limits.line(count, minutes);
}

/** What is left of today's contract (docs/product/usage.md#limits); for members only. */
export function useLimits() {
  const { api } = useApi();
  const enabled = can(useUserProfile(), "limits.read");
  return useQuery({
    queryKey: ["contracts", "limits"],
    queryFn: ({ signal }) => api("GET /contracts/limits", { query: { caps: "true" }, signal }),
    enabled,
  });
}

/** Reads the limits and the own contracts again when use or a contract changes. */
export function useLiveLimits(): void {
  const { organizationId } = useUserProfile();
  useLiveReads(resourceTopic("limits", organizationId), "contracts");
}
