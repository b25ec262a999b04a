import { useTranslate } from "react-admin";
import { type ContractUse, type UsageState, usageState } from "../../../domain/contractRules.ts";
import { formatMinutes } from "../../../domain/dates.ts";
import { UsageBar } from "../../components/display/UsageBar.tsx";

const levels: Record<UsageState, "normal" | "warning" | "error"> = {
  NORMAL: "normal",
  WARNING: "warning",
  REACHED: "error",
  EXCEEDED: "error",
};

/** 120/1,000件 with a bar; without a cap 120件/無制限. */
export function CountUsage({ contract }: { contract: ContractUse }) {
  const translate = useTranslate();
  const withUnit = (count: number) =>
    translate("resources.contracts.count", { count: count.toLocaleString("ja-JP") });
  const plain = (count: number) => count.toLocaleString("ja-JP");
  const cap = contract.maxTranscriptCount;
  const own = { ...contract, usedTranscriptMinutes: 0, maxTranscriptMinutes: null };
  return (
    <UsageBar
      used={contract.usedTranscriptCount}
      cap={cap}
      format={withUnit}
      formatUsed={cap === null ? withUnit : plain}
      level={levels[usageState(own)]}
    />
  );
}

export function MinutesUsage({ contract }: { contract: ContractUse }) {
  const own = { ...contract, usedTranscriptCount: 0, maxTranscriptCount: null };
  return (
    <UsageBar
      used={contract.usedTranscriptMinutes}
      cap={contract.maxTranscriptMinutes}
      format={formatMinutes}
      level={levels[usageState(own)]}
    />
  );
}
