import { useWatch } from "react-hook-form";
import { capSeconds } from "../../../../domain/contracts/rules.ts";
import { formatSeconds } from "../../../../domain/text/dates.ts";
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
        />
        <Figure
          name="transcriptMinutes"
          before={contract.usedTranscriptSeconds}
          after={contract.usedTranscriptSeconds + sign * numberOf(seconds)}
          cap={capSeconds(contract.maxTranscriptMinutes)}
          write={formatSeconds}
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
}

function Figure({ name, before, after, cap, write }: FigureProps) {
  const translate = useTranslate();
  return (
    <tr>
      <th scope="row">{translate(`resources.contracts.fields.${name}`)}</th>
      <td>{write(before)}</td>
      <td>
        <strong>
          {after < 0 ? translate("resources.contracts.adjust.impossible") : write(after)}
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
