import { formatNumber } from "../../../domain/text/numbers.ts";
import { app } from "../../i18n/ja/app.ts";
import type { Progress } from "../../providers/http/download.ts";
import { ProgressBar } from "../display/ProgressBar.tsx";

interface DownloadProgressProps {
  progress: Progress;
  label: string;
}

export function DownloadProgress({ progress: { done, total }, label }: DownloadProgressProps) {
  return (
    <ProgressBar
      label={label}
      text={app.csv.running(formatNumber(done), formatNumber(total))}
      value={done}
      max={Math.max(1, total)}
    />
  );
}
