import { useWatch } from "react-hook-form";
import { formatMinutes } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { useText, useTranslate } from "../../../i18n/translate.ts";
import type { ContractRecord } from "../../records.ts";
import styles from "./adjust.module.css";

/** The figures before and after what the form holds. */
export function AdjustedUse({ contract }: { contract: ContractRecord }) {
  const translate = useTranslate();
  const { direction, transcriptCount, seconds } = useWatch();
  const sign = direction === "down" ? -1 : 1;
  const text = useText("resources.contracts.adjust");
  const count = (value: number) =>
    translate("resources.contracts.count", { count: formatNumber(value) });

  const changed = sign * numberOf(seconds);
  const isExact = changed % 60 === 0;
  const duration = (minutes: number) =>
    isExact ? formatMinutes(minutes) : text("about", { duration: formatMinutes(minutes) });
  return (
    <table className={styles.use}>
      <thead>
        <tr>
          <td />
          <th scope="col">{text("before")}</th>
          <th scope="col">{text("after")}</th>
        </tr>
      </thead>
      <tbody aria-live="polite">
        <Figure
          name="transcriptCount"
          before={contract.usedTranscriptCount}
          after={contract.usedTranscriptCount + sign * numberOf(transcriptCount)}
          cap={contract.maxTranscriptCount}
          write={count}
          writeAfter={count}
        />
        <Figure
          name="transcriptMinutes"
          before={contract.usedTranscriptMinutes}
          after={Math.ceil((contract.usedTranscriptMinutes * 60 + changed) / 60)}
          cap={contract.maxTranscriptMinutes}
          write={formatMinutes}
          writeAfter={duration}
        />
      </tbody>
    </table>
  );
}

interface FigureProps {
  name: "transcriptCount" | "transcriptMinutes";
  before: number;
  after: number;
  cap: number | null;
  write: (value: number) => string;
  writeAfter: (value: number) => string;
}

function Figure({ name, before, after, cap, write, writeAfter }: FigureProps) {
  const translate = useTranslate();
  return (
    <tr>
      <th scope="row">{translate(`resources.contracts.fields.${name}`)}</th>
      <td>{write(before)}</td>
      <td>
        {/* Below zero the server names the exact limit. */}
        <strong>
          {after < 0 ? translate("resources.contracts.adjust.impossible") : writeAfter(after)}
        </strong>
        {cap !== null && after > cap ? (
          <span className={styles.beyond}>
            {translate("resources.contracts.adjust.beyond", { cap: write(cap) })}
          </span>
        ) : null}
      </td>
    </tr>
  );
}

/** Nothing, and text that is no number, change nothing yet. */
function numberOf(entered: unknown): number {
  return typeof entered === "number" && entered >= 0 ? entered : 0;
}
