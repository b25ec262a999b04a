import { Suspense, useId } from "react";
import { useTranslate } from "react-admin";
import { LoadingState } from "../components/display/LoadingState.tsx";
import { lazyPart } from "../components/load/lazyScreen.tsx";
import styles from "./adminHome.module.css";

const CourseChart = lazyPart(async () => (await import("./CourseChart.tsx")).CourseChart);

/** What all contracts together used on each day of the last weeks. */
export function UsageCourse() {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <section className={`${styles.block} ${styles.wide}`} aria-labelledby={titleId}>
      <div className={styles.heading}>
        <h2 id={titleId}>{translate("home.admin.course.title")}</h2>
      </div>
      <div className={styles.course}>
        <Suspense fallback={<LoadingState />}>
          <CourseChart />
        </Suspense>
      </div>
    </section>
  );
}
