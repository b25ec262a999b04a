import type { TranslateFunction } from "react-admin";
import { type ContractLimits, usageState } from "../../domain/contractRules.ts";
import { formatDateJa, formatMinutes } from "../../domain/dates.ts";
import { formatNumber } from "../../domain/numbers.ts";

interface LimitsNotice {
  tone: "info" | "warning" | "error";
  /** What is the case, in sentences. */
  text: string;
  /** Whether somebody else has to act before transcripts are possible. */
  blocked: boolean;
}

/**
 * What is worth knowing about the limits: no contract, one that has not begun, a cap that is used
 * up or nearly so; undefined if there is nothing to tell (design 10, Limits).
 */
export function limitsNotice(
  limits: ContractLimits,
  translate: TranslateFunction,
): LimitsNotice | undefined {
  const { contract } = limits;
  if (!contract) {
    return { tone: "error", text: translate("home.limits.none"), blocked: true };
  }
  if (contract.status === "UPCOMING") {
    const date = formatDateJa(contract.startDate);
    return { tone: "info", text: translate("home.limits.begins", { date }), blocked: false };
  }
  const states = capStates(limits);
  const left = limitTexts(limits, translate);
  const told = (wanted: string, key: string) =>
    (["count", "minutes"] as const)
      .filter((cap) => states[cap] === wanted)
      .map((cap) => translate(`home.limits.${key}.${cap}`, { left: left[cap] }))
      .join("");
  const reached = told("REACHED", "reached");
  if (reached) return { tone: "error", text: reached, blocked: true };
  const nearly = told("WARNING", "nearlyReached");
  return nearly ? { tone: "warning", text: nearly, blocked: false } : undefined;
}

function capStates({ remainingCount, remainingMinutes, contract }: ContractLimits) {
  const { maxTranscriptCount = null, maxTranscriptMinutes = null } = contract?.caps ?? {};
  return {
    count: stateOf(remainingCount, maxTranscriptCount),
    minutes: stateOf(remainingMinutes, maxTranscriptMinutes),
  };
}

function stateOf(remaining: number, max: number | null) {
  return usageState({
    usedTranscriptCount: max === null ? 0 : max - remaining,
    maxTranscriptCount: max,
    usedTranscriptMinutes: 0,
    maxTranscriptMinutes: null,
  });
}

/** The two figures of the limits: 3件 and 8時間45分, or 無制限. */
export function limitTexts(limits: ContractLimits, translate: TranslateFunction) {
  const unlimited = translate("home.limits.unlimited");
  return {
    count: limits.unlimitedCount ? unlimited : countText(limits.remainingCount, translate),
    minutes: limits.unlimitedMinutes ? unlimited : formatMinutes(limits.remainingMinutes),
  };
}

/** The caps of which the figures are left: 上限100件 and 上限20時間; undefined if unlimited. */
export function capTexts({ contract }: ContractLimits, translate: TranslateFunction) {
  const { maxTranscriptCount: count, maxTranscriptMinutes: minutes } = contract?.caps ?? {};
  const capText = (cap: string) => translate("home.limits.cap", { cap });
  return {
    count: count == null ? undefined : capText(countText(count, translate)),
    minutes: minutes == null ? undefined : capText(formatMinutes(minutes)),
  };
}

function countText(count: number, translate: TranslateFunction): string {
  return translate("home.limits.count", { count: formatNumber(count) });
}

/** All of it in one line, for the header: 残り3件・8時間45分. */
export function limitsLine(limits: ContractLimits, translate: TranslateFunction): string {
  const { unlimitedCount, unlimitedMinutes } = limits;
  if (unlimitedCount && unlimitedMinutes) return translate("home.limits.unlimited");
  const { count, minutes } = limitTexts(limits, translate);
  if (unlimitedCount) return translate("home.limits.onlyMinutes", { minutes });
  if (unlimitedMinutes) return translate("home.limits.onlyCount", { count });
  return translate("home.limits.line", { count, minutes });
}
