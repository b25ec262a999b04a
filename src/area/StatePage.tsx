import type { ReactNode } from "react";
import { PageTitle } from "../components/display/PageTitle.tsx";
import styles from "./area.module.css";

interface StatePageProps {
  /** Keys of the catalogue, or finished sentences. */
  title: string;
  children: ReactNode;
}

/** A page that stands where another was wanted: not found, not allowed, failed. */
export function StatePage({ title, children }: StatePageProps) {
  return (
    <div className={styles.state}>
      <PageTitle title={title} />
      {children}
    </div>
  );
}
