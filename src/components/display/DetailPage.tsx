import type { ReactNode } from "react";
import order from "../load/inOrder.module.css";
import styles from "./details.module.css";

interface ColumnsProps {
  main: ReactNode;
  /** Beside it on a wide screen, below it elsewhere. */
  side: ReactNode;
}

export function Columns({ main, side }: ColumnsProps) {
  return (
    <div className={`top stack gap-16 ${styles.columns} ${order.stacked}`}>
      {main}
      <div className="top stack gap-16">{side}</div>
    </div>
  );
}

export function DetailPage({ children }: { children: ReactNode }) {
  return <div className={`stack gap-16 wide-page ${order.inOrder}`}>{children}</div>;
}
