import { Suspense, useId } from "react";
import { useTranslate } from "react-admin";
import { LoadingState } from "../components/display/LoadingState.tsx";
import { lazyPart } from "../components/load/lazyScreen.tsx";
import styles from "./adminHome.module.css";

const TrendChart = lazyPart(async () => (await import("./TrendChart.tsx")).TrendChart);

/** What all contracts together used on each day of the last weeks. */
export function UsageTrend() {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <section className={`${styles.block} ${styles.wide}`} aria-labelledby={titleId}>
      <div className={styles.heading}>
        <h2 id={titleId}>{translate("home.admin.trend.title")}</h2>
      </div>
      <div className={styles.trend}>
        <Suspense fallback={<LoadingState />}>
          <TrendChart />
        </Suspense>
      </div>
    </section>
  );
}
