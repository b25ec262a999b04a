import { Suspense } from "react";
import { Card } from "../components/display/Card.tsx";
import { LoadingState } from "../components/display/LoadError.tsx";
import { PageTitle } from "../components/display/PageTitle.tsx";
import order from "../components/load/inOrder.module.css";
import { lazyPart } from "../components/load/lazyScreen.tsx";
import { home } from "../i18n/ja/home.ts";
import { usageTrend as text } from "../i18n/ja/usageTrend.ts";
import { AdminFigures } from "./AdminFigures.tsx";
import styles from "./adminHome.module.css";
import { Worklist } from "./worklist/Worklist.tsx";

const TrendChart = lazyPart(async () => (await import("./TrendChart.tsx")).TrendChart);

/** How things stand, what needs a system admin's action, and how use goes on. */
export function AdminHome() {
  return (
    <div className="stack gap-16 wide-page">
      <PageTitle title={home.title} />
      <AdminFigures />
      <div className={`top stack gap-16 ${styles.columns} ${order.inOrder}`}>
        <Worklist />
        <Card title={text.title}>
          <div className={styles.trend}>
            <Suspense fallback={<LoadingState />}>
              <TrendChart />
            </Suspense>
          </div>
        </Card>
      </div>
    </div>
  );
}
