import type { ReactNode } from "react";
import styles from "./detailPage.module.css";

export function DetailPage({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>;
}

/** Two sections next to each other; one above the other where the screen is narrow. */
export function DetailColumns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}
