import type { TranslateFunction } from "react-admin";
import type { ContractLimits } from "../../domain/contractRules.ts";
import { formatMinutes } from "../../domain/dates.ts";

/** The two figures of the limits: 3件 and 8時間45分, or 無制限. */
export function limitTexts(limits: ContractLimits, translate: TranslateFunction) {
  const unlimited = translate("home.limits.unlimited");
  const count = limits.remainingCount.toLocaleString("ja-JP");
  return {
    count: limits.unlimitedCount ? unlimited : translate("home.limits.count", { count }),
    minutes: limits.unlimitedMinutes ? unlimited : formatMinutes(limits.remainingMinutes),
  };
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
