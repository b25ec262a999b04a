import { useTranslate } from "react-admin";
import { limitsLine } from "./limitTexts.ts";
import { hasNoContract, useLimits } from "./useLimits.ts";

export function LimitsLabel() {
  const translate = useTranslate();
  const { data } = useLimits();
  if (!data || hasNoContract(data)) return null;
  return <span>{limitsLine(data, translate)}</span>;
}
