import type { ReactNode } from "react";
import styles from "./detailPage.module.css";

export function DetailPage({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>;
}
