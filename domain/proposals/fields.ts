import { type FieldTable, named, propertiesOf } from "../fields.ts";
import { proposalStateLabels } from "./labels.ts";

/** The fields of a proposal that screens and the audit log show. */
export const proposalFields = {
  word: { label: "単語" },
  dictionaryName: { label: "辞書名" },
  change: { label: "提案の内容" },
  reason: { label: "提案の理由" },
  evidence: { label: "根拠" },
  state: { label: "状態", words: named(proposalStateLabels) },
  answer: { label: "回答" },
  written: { label: "採用した内容" },
} as const satisfies FieldTable;

export const proposalLabels = propertiesOf(proposalFields, "label");
