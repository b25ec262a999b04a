import { useId } from "react";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import styles from "./adjustment.module.css";

const text = contractPages.usage.adjustment;

interface AdjustmentProps {
  /** The value of a bar without its adjustments, and with them. */
  before: number;
  after: number;
  /** The id of the pattern of the chart. */
  pattern: string;
  x: string;
  width: string;
  /** The distance of a value from the top, in percent. */
  share: (value: number) => number;
}

/** What adjustments added to a bar, hatched, or took away from it, as an empty outline. */
export function Adjustment({ before, after, pattern, x, width, share }: AdjustmentProps) {
  const isAdded = after > before;
  const top = share(Math.max(before, after));
  return (
    <rect
      x={x}
      width={width}
      y={`${top}%`}
      height={`${share(Math.min(before, after)) - top}%`}
      fill={isAdded ? `url(#${pattern})` : undefined}
      className={isAdded ? styles.added : styles.taken}
      data-adjusted={isAdded ? "added" : "taken"}
    />
  );
}

/** The lines of what was added, for the chart that has its id. */
export function AdjustmentPattern({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" className={styles.ground} />
        <path d="M1.5 0V6" className={styles.stripe} />
      </pattern>
    </defs>
  );
}

/** Names what the bars of a chart show of adjustments. */
export function AdjustmentLegend({ changes }: { changes: readonly number[] }) {
  const id = useId();
  const kinds = [
    { kind: "added", isShown: changes.some((change) => change > 0) },
    { kind: "taken", isShown: changes.some((change) => change < 0) },
  ] as const;
  if (kinds.every(({ isShown }) => !isShown)) return null;
  return (
    <ul className={styles.legend}>
      {kinds
        .filter(({ isShown }) => isShown)
        .map(({ kind }) => (
          <li key={kind}>
            <svg aria-hidden="true" width="16" height="16">
              {kind === "added" ? <AdjustmentPattern id={id} /> : null}
              <rect
                x="1"
                y="1"
                width="14"
                height="14"
                fill={kind === "added" ? `url(#${id})` : undefined}
                className={styles[kind]}
              />
            </svg>
            {text[kind]}
          </li>
        ))}
    </ul>
  );
}
