import type { BillingPreview } from "../../../domain/billing/schemas.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { Figure } from "../../components/display/Figure.tsx";
import { billingPages as text } from "../../i18n/ja/billingPages.ts";
import styles from "./billing.module.css";

/** What the file would hold, in figures. */
export function BillingCounts({ preview: { counts, yen } }: { preview: BillingPreview }) {
  const count = (number: number) => text.count(formatNumber(number));
  const figures = [
    [text.ready, count(counts.ready)],
    [text.yen, text.amount(formatNumber(yen))],
    [text.refused, count(counts.refused)],
    [text.written, count(counts.written)],
  ] as const;
  return (
    <dl className={styles.counts}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Figure>{figure}</Figure>
          </dd>
        </div>
      ))}
    </dl>
  );
}
