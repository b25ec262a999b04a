import { formatNumber } from "../../../domain/text/numbers.ts";
import { useTranslate } from "../../i18n/translate.ts";
import type { Progress } from "../../providers/http/download.ts";
import { ProgressBar } from "../display/ProgressBar.tsx";

interface DownloadProgressProps {
  progress: Progress;
  label: string;
}

export function DownloadProgress({ progress: { done, total }, label }: DownloadProgressProps) {
  const translate = useTranslate();
  const figures = { done: formatNumber(done), total: formatNumber(total) };
  return (
    <ProgressBar
      label={label}
      text={translate("app.csv.running", figures)}
      value={done}
      max={Math.max(1, total)}
    />
  );
}
