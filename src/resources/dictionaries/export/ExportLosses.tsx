import type { ReactNode } from "react";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { useText, useTranslate } from "../../../i18n/translate.ts";
import styles from "./export.module.css";
import type { LossReport } from "./exportRequest.ts";

const SHOWN = 20;

/** What the file would lose: characters by entry, and entries as a whole. */
export function ExportLosses({ report }: { report: LossReport }) {
  const text = useText("resources.dictionaries.export.losses");
  const { message, characters, entries, lackingTotal, unfitTotal } = report;
  return (
    <div className={styles.losses}>
      <p role="alert">{message}</p>
      {lackingTotal > 0 ? (
        <>
          <Scroller label={text("characters")}>
            <table>
              <caption>{text("characters")}</caption>
              <thead>
                <tr>
                  <th scope="col">{text("line")}</th>
                  <th scope="col">{text("character")}</th>
                  <th scope="col">{text("entry")}</th>
                </tr>
              </thead>
              <tbody>
                {characters.slice(0, SHOWN).map(({ line, character, surface }) => (
                  <tr key={`${line} ${character}`}>
                    <td>{text("lineOf", { line: formatNumber(line) })}</td>
                    <td className={styles.character}>{character}</td>
                    <td>{surface}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
          <More count={lackingTotal - Math.min(SHOWN, characters.length)} />
          <p>{text("replaces")}</p>
        </>
      ) : null}
      {unfitTotal > 0 ? (
        <>
          <Scroller label={text("entries")}>
            <table>
              <caption>{text("entries")}</caption>
              <tbody>
                {entries.slice(0, SHOWN).map(({ entryId, surface, reading }) => (
                  <tr key={entryId}>
                    <td>{surface}</td>
                    <td>{reading}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
          <More count={unfitTotal - Math.min(SHOWN, entries.length)} />
          <p>{text("leavesOut")}</p>
        </>
      ) : null}
    </div>
  );
}

function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
    <section aria-label={label} tabIndex={0} className={styles.scroller}>
      {children}
    </section>
  );
}

function More({ count }: { count: number }) {
  const translate = useTranslate();
  if (count <= 0) return null;
  return (
    <p>{translate("resources.dictionaries.export.losses.more", { count: formatNumber(count) })}</p>
  );
}
