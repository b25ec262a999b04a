import { formatNumber } from "../../../domain/text/numbers.ts";
import { app } from "../../i18n/ja/app.ts";
import styles from "./cards.module.css";
import { NameChip } from "./StatusChip.tsx";

interface NameChipsProps {
  names: readonly string[];
  /** How many more there are, whose names the person cannot see. */
  unnamed?: number;
  /** The most names to show; the others are counted. */
  most?: number;
}

/** What something is bound to, by name; muted すべて if it is bound to nothing. */
export function NameChips({ names, unnamed = 0, most = names.length }: NameChipsProps) {
  if (names.length + unnamed === 0) {
    return <span className="note nowrap">{app.names.all}</span>;
  }
  const others = names.slice(most);
  const count = others.length + unnamed;
  return (
    <span className={`row gap-4-8 shrink max-full ${styles.chips}`}>
      {names.slice(0, most).map((name) => (
        <NameChip key={name} name={name} />
      ))}
      {count > 0 ? (
        <span className="note nowrap" title={others.join("、") || undefined}>
          {names.length > 0 ? app.names.more(count) : app.table.count(formatNumber(count))}
        </span>
      ) : null}
    </span>
  );
}
