import { ResourceContextProvider } from "react-admin";
import { effectiveEnd } from "../../../../domain/contracts/rules.ts";
import type { OwnContract } from "../../../../domain/contracts/schemas.ts";
import { daysBetween } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { Fact, Facts } from "../../../components/display/Facts.tsx";
import { UsageStateChip } from "../../../components/display/StatusChip.tsx";
import { contractTimeline as text } from "../../../i18n/ja/contractTimeline.ts";
import { ContractPeriod } from "../ContractPeriod.tsx";
import { CountUsage, MinutesUsage } from "../ContractUsageBars.tsx";
import { UsageForecast } from "../UsageForecast.tsx";
import styles from "./timeline.module.css";

/** Until when a contract that covers today lasts, how full it is and when it will be full. */
export function RunningFacts({ contract, today }: { contract: OwnContract; today: string }) {
  const days = daysBetween(today, effectiveEnd(contract));
  return (
    <ResourceContextProvider value="contracts">
      <div className={styles.facts}>
        <Facts few>
          <Fact source="period">
            <ContractPeriod contract={contract} />
            <span className={styles.left}>
              {days === 0 ? text.lastDay : text.left(formatNumber(days))}
            </span>
          </Fact>
          <Fact source="usageState">
            <UsageStateChip usageState={contract.usageState} />
          </Fact>
        </Facts>
        <Facts few>
          <Fact source="transcriptCount">
            <CountUsage contract={contract} />
          </Fact>
          <Fact source="transcriptMinutes">
            <MinutesUsage contract={contract} />
          </Fact>
        </Facts>
        <UsageForecast contract={contract} />
      </div>
    </ResourceContextProvider>
  );
}
