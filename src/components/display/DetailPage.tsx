import type { ReactNode } from "react";
import order from "../load/inOrder.module.css";
import styles from "./detailPage.module.css";

export function DetailPage({ children }: { children: ReactNode }) {
  return <div className={`${styles.page} ${order.inOrder}`}>{children}</div>;
}
