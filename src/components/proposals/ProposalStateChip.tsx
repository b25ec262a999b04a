import type { ProposalState } from "../../../domain/proposals/rules.ts";
import { proposalPages } from "../../i18n/ja/proposals.ts";
import { StatusChip, type Tone } from "../display/StatusChip.tsx";

const tones: Record<ProposalState, Tone> = {
  OPEN: "info",
  ACCEPTED: "success",
  CHANGED: "success",
  REJECTED: "warning",
  WITHDRAWN: "neutral",
  SUPERSEDED: "neutral",
};

export function ProposalStateChip({ state }: { state: ProposalState }) {
  return <StatusChip tone={tones[state]} label={proposalPages.state[state]} />;
}
