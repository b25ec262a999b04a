import type { ReactNode } from "react";
import { PageTitle } from "../components/display/PageTitle.tsx";
import styles from "./area.module.css";

interface StatePageProps {
  /** Keys of the catalogue or finished sentences. */
  title: string;
  children: ReactNode;
}

export function StatePage({ title, children }: StatePageProps) {
  return (
    <div className={styles.state}>
      <PageTitle title={title} />
      {children}
    </div>
  );
}
