import { ForecastSentence } from "../../resources/contracts/UsageForecast.tsx";
import { useUsage } from "../../resources/contracts/useUsage.ts";
import { BY_WORKSPACE, useRunningContract } from "./ownUsage.ts";

/** When a cap of the own contract is reached; its room until then. */
export function OwnForecast() {
  const running = useRunningContract();
  return running ? <Told contractId={running.contractId} /> : null;
}

function Told({ contractId }: { contractId: number }) {
  const { data, isPending } = useUsage(contractId, BY_WORKSPACE);
  if (data) return <ForecastSentence data={data} />;
  return isPending ? <p data-loading>{"\u00a0"}</p> : null;
}
