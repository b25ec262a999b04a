import { useWatch } from "react-hook-form";
import { capSeconds } from "../../../../domain/contracts/rules.ts";
import { formatSeconds } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import type { ContractRecord } from "../../records.ts";
import styles from "./adjust.module.css";

const text = contractPages.adjust;

/** The figures before and after what the form holds. */
export function AdjustedUse({ contract }: { contract: ContractRecord }) {
  const { direction, transcriptCount, seconds } = useWatch();
  const sign = direction === "down" ? -1 : 1;
  const count = (value: number) => contracts.count(formatNumber(value));

  return (
    <table className={styles.use}>
      <thead>
        <tr>
          <td />
          <th scope="col">{text.before}</th>
          <th scope="col">{text.after}</th>
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
  return (
    <tr>
      <th scope="row">{contracts.fields[name]}</th>
      <td>{write(before)}</td>
      <td>
        <strong>{after < 0 ? text.impossible : write(after)}</strong>
        {cap !== null && after > cap ? (
          <span className={styles.beyond}>{text.beyond(write(cap))}</span>
        ) : null}
      </td>
    </tr>
  );
}

/** Nothing, and text that is no number, change nothing yet. */
function numberOf(entered: unknown): number {
  return typeof entered === "number" && entered >= 0 ? entered : 0;
}
