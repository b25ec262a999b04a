import { useTranslate } from "react-admin";
import { limitsLine } from "./limitTexts.ts";
import { hasNoContract, useLimits } from "./useLimits.ts";

/** What is left of the contract, in the header. */
export function LimitsLabel() {
  const translate = useTranslate();
  const { data } = useLimits();
  if (!data || hasNoContract(data)) return null;
  return <span>{limitsLine(data, translate)}</span>;
}
