import { useTranslate } from "react-admin";
import { formatNumber } from "../../../domain/numbers.ts";
import type { Progress } from "../../providers/download.ts";
import styles from "./csv.module.css";

interface DownloadProgressProps {
  progress: Progress;
  label: string;
}

export function DownloadProgress({ progress: { done, total }, label }: DownloadProgressProps) {
  const translate = useTranslate();
  return (
    <div className={styles.progress}>
      <p role="status">
        {translate("app.csv.running", { done: formatNumber(done), total: formatNumber(total) })}
      </p>
      <progress value={done} max={Math.max(1, total)} aria-label={label} />
    </div>
  );
}
