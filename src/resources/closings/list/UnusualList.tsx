import { UNUSUAL, type Unusual } from "../../../../domain/closings/rules.ts";
import { closingPages as text } from "../../../i18n/ja/closingPages.ts";
import styles from "./closings.module.css";

/** How many of the contracts that are about to be closed are unusual, and how. */
export function UnusualList({ counts }: { counts: Readonly<Record<Unusual | "ANY", number>> }) {
  if (counts.ANY === 0) return <p>{text.all.usual}</p>;
  return (
    <div>
      <p>{text.all.unusual(counts.ANY)}</p>
      <ul className={`grid gap-4 ${styles.unusual}`}>
        {UNUSUAL.filter((kind) => counts[kind] > 0).map((kind) => (
          <li key={kind}>
            {text.unusual[kind]}：{text.count(counts[kind])}
          </li>
        ))}
      </ul>
    </div>
  );
}
