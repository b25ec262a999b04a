import { useQuery } from "@tanstack/react-query";
import { can } from "../../domain/access.ts";
import {
  type ContractLimits,
  type ContractUse,
  capSeconds,
  type UsageState,
  usageShare,
  usageState,
} from "../../domain/contracts/rules.ts";
import { resourceTopic } from "../../domain/events.ts";
import { formatDateJa, formatMinutes } from "../../domain/text/dates.ts";
import { formatNumber } from "../../domain/text/numbers.ts";
import { percentOf } from "../../domain/usage/pace.ts";
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
 * up or nearly so; undefined if there is nothing to tell (docs/product/usage.md#limits).
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
  const left = limitTexts(limits);
  const capsThatAre = (wanted: UsageState) =>
    CAPS.filter((cap) => usageState(uses[cap]) === wanted);
  const reached = capsThatAre("REACHED").map((cap) => home.limits.reached[cap]);
  if (reached.length > 0) return { tone: "error", text: reached.join(""), blocked: true };
  const nearly = capsThatAre("WARNING").map((cap) => {
    const percent = percentOf(usageShare(uses[cap]));
    return home.limits.nearlyReached(left[cap], percent);
  });
  return nearly.length > 0 ? { tone: "warning", text: nearly.join(""), blocked: false } : undefined;
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

/** The caps of which the figures are left: 上限100件 and 上限20時間; undefined if unlimited. */
export function capTexts({ contract }: ContractLimits) {
  const { maxTranscriptCount: count, maxTranscriptMinutes: minutes } = contract?.caps ?? {};
  const capText = (cap: string) => home.limits.cap(cap);
  return {
    count: count == null ? undefined : capText(countText(count)),
    minutes: minutes == null ? undefined : capText(formatMinutes(minutes)),
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
