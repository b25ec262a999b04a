import { StatusChip } from "../components/display/StatusChip.tsx";
import { useTranslate } from "../i18n/translate.ts";
import { limitsLine, limitsNotice } from "./limitTexts.ts";
import { useLimits } from "./useLimits.ts";

export function LimitsLabel() {
  const translate = useTranslate();
  const { data } = useLimits();
  if (!data) return null;
  const notice = limitsNotice(data, translate);
  if (!notice) return <span>{limitsLine(data, translate)}</span>;
  const label = notice.tone === "warning" ? limitsLine(data, translate) : notice.text;
  return <StatusChip tone={notice.tone} label={label} />;
}
