import type { ReactNode } from "react";
import order from "../load/inOrder.module.css";
import styles from "./detailPage.module.css";

interface ColumnsProps {
  main: ReactNode;
  /** Beside it on a wide screen, below it elsewhere. */
  side: ReactNode;
}

export function Columns({ main, side }: ColumnsProps) {
  return (
    <div className={`${styles.columns} ${order.stacked}`}>
      {main}
      <div className={styles.stack}>{side}</div>
    </div>
  );
}

export function DetailPage({ children }: { children: ReactNode }) {
  return <div className={`${styles.page} ${order.inOrder}`}>{children}</div>;
}
