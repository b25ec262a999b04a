import { Suspense, useId } from "react";
import { resourceTopic } from "../../domain/events.ts";
import { LoadingState } from "../components/display/LoadingState.tsx";
import { PageTitle } from "../components/display/PageTitle.tsx";
import order from "../components/load/inOrder.module.css";
import { lazyPart } from "../components/load/lazyScreen.tsx";
import { home } from "../i18n/ja/home.ts";
import { usageTrend as text } from "../i18n/ja/usageTrend.ts";
import { useLiveReads } from "../providers/live/useLiveReads.ts";
import styles from "./adminHome.module.css";
import { Worklist } from "./worklist/Worklist.tsx";

/** What needs a system admin's action, and how use goes on. */
export function AdminHome() {
  return (
    <div className={`${styles.page} ${order.inOrder}`}>
      <PageTitle title={home.title} />
      <Worklist />
      <UsageTrend />
    </div>
  );
}

const TrendChart = lazyPart(async () => (await import("./TrendChart.tsx")).TrendChart);

/** What all contracts together used on each day of the last weeks. */
function UsageTrend() {
  const titleId = useId();
  useLiveReads(resourceTopic("contracts"), "contracts");
  return (
    <section className={styles.block} aria-labelledby={titleId}>
      <div className={styles.heading}>
        <h2 id={titleId}>{text.title}</h2>
      </div>
      <div className={styles.trend}>
        <Suspense fallback={<LoadingState />}>
          <TrendChart />
        </Suspense>
      </div>
    </section>
  );
}
