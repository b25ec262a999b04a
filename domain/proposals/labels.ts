import type { ProposalState } from "./rules.ts";

export const proposalStateLabels: Readonly<Record<ProposalState, string>> = {
  OPEN: "未対応",
  ACCEPTED: "採用",
  CHANGED: "直して採用",
  REJECTED: "見送り",
  WITHDRAWN: "取り下げ",
  SUPERSEDED: "登録済み",
};
