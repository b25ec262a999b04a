import { ERASED_KINDS } from "../../../domain/erasing/labels.ts";
import type { Removed } from "../../../domain/erasing/schemas.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { erasurePages } from "../../i18n/ja/erasurePages.ts";
import styles from "./erasures.module.css";

/** How many records of each kind, without those of which there are none. */
export function RemovedTable({ removed }: { removed: Removed }) {
  const kinds = ERASED_KINDS.filter((kind) => (removed[kind] ?? 0) > 0);
  return (
    <dl className={`grid ${styles.counts}`}>
      {kinds.map((kind) => (
        <div key={kind} className="flex spread gap-16 pad-8-0 line-below">
          <dt>{erasurePages.removed[kind]}</dt>
          <dd className="numeric nowrap">{erasurePages.count(formatNumber(removed[kind] ?? 0))}</dd>
        </div>
      ))}
    </dl>
  );
}
