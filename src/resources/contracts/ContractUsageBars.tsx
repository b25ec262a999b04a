import { type ContractUse, type UsageState, usageState } from "../../../domain/contracts/rules.ts";
import { formatMinutes } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { usageBar } from "../../components/display/UsageBar.tsx";
import type { Translate } from "../../i18n/translate.ts";
import { useTranslate } from "../../i18n/translate.ts";

const levels: Record<UsageState, "normal" | "warning" | "error"> = {
  NORMAL: "normal",
  WARNING: "warning",
  REACHED: "error",
  EXCEEDED: "error",
};

/** 120/1,000件 with a bar; without a cap 120件/無制限. */
export function CountUsage({ contract }: { contract: ContractUse }) {
  return countUsage(contract, useTranslate());
}

export function MinutesUsage({ contract }: { contract: ContractUse }) {
  return minutesUsage(contract, useTranslate());
}

export function countUsage(contract: ContractUse, translate: Translate) {
  const withUnit = (count: number) =>
    translate("resources.contracts.count", { count: formatNumber(count) });
  const cap = contract.maxTranscriptCount;
  const own = { ...contract, usedTranscriptMinutes: 0, maxTranscriptMinutes: null };
  return usageBar(
    {
      used: contract.usedTranscriptCount,
      cap,
      format: withUnit,
      formatUsed: cap === null ? withUnit : formatNumber,
      level: levels[usageState(own)],
    },
    translate,
  );
}

export function minutesUsage(contract: ContractUse, translate: Translate) {
  const own = { ...contract, usedTranscriptCount: 0, maxTranscriptCount: null };
  return usageBar(
    {
      used: contract.usedTranscriptMinutes,
      cap: contract.maxTranscriptMinutes,
      format: formatMinutes,
      level: levels[usageState(own)],
    },
    translate,
  );
}
