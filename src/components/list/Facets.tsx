import type { ReactNode } from "react";
import { formatNumber } from "../../../domain/text/numbers.ts";
import styles from "./facets.module.css";

interface FacetsProps {
  label: string;
  children: ReactNode;
  /** Says that the counts could not be read. */
  failure?: string | false;
}

/** Counts above a list, in groups; a press filters by what it counts. */
export function Facets({ label, children, failure }: FacetsProps) {
  return (
    <section className={`row spread gap-8-16 ${styles.facets}`} aria-label={label}>
      {children}
      {failure ? (
        <p className="note full" role="status">
          {failure}
        </p>
      ) : null}
    </section>
  );
}

interface FacetGroupProps {
  legend: string;
  /** The first group needs no legend in sight: its values say what they are. */
  first?: boolean;
  /** Tabs on the line below the facets, not pills. */
  tabs?: boolean;
  children: ReactNode;
}

export function FacetGroup({ legend, first = false, tabs = false, children }: FacetGroupProps) {
  return (
    <fieldset className={`line gap-8 ${styles.group}`} data-tabs={tabs || undefined}>
      <legend className={first ? "visually-hidden" : undefined}>{legend}</legend>
      <div className={`wrap gap-4 ${styles.values}`}>{children}</div>
    </fieldset>
  );
}

interface FacetProps {
  label: string;
  /** Undefined until it is read; null where nothing is counted. */
  count: number | null | undefined;
  /** Of a count that is not 0. */
  tone?: "warning" | "error" | undefined;
  pressed: boolean;
  onPress: () => void;
}

export function Facet({ label, count, tone, pressed, onPress }: FacetProps) {
  return (
    <button
      type="button"
      className={`gap-4 caption hover edge ${styles.facet}`}
      data-tone={count ? tone : undefined}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {label}
      {count === null ? null : (
        <span className="numeric strong">{count === undefined ? "–" : formatNumber(count)}</span>
      )}
    </button>
  );
}
