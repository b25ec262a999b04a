import { entryFields } from "../entries/fields.ts";
import { ENTRY_FIELDS } from "../entries/rules.ts";
import { type FieldTable, fieldWords, listed, named, propertiesOf } from "../fields.ts";
import { formatNumber } from "../text/numbers.ts";
import { proposalStateLabels } from "./rules.ts";

/** What a proposal sets, in one line: 表記：偕楽園、読み：かいらくえん. */
function changeInWords(change: unknown): string {
  const said = ENTRY_FIELDS.flatMap((name) => {
    const value: unknown = Reflect.get(Object(change), name);
    const { label } = entryFields[name];
    return value === undefined ? [] : `${label}：${fieldWords(entryFields[name], value) ?? ""}`;
  });
  return said.join("、");
}

/** 「海洛園」→「偕楽園」（3回） */
export function evidenceText({ before, after, count }: Heard): string {
  return `${before === null ? "" : `「${before}」→`}「${after}」（${formatNumber(count)}回）`;
}

interface Heard {
  /** Null where it is not known what was recognised. */
  before: string | null;
  after: string;
  count: number;
}

const evidenceInWords = listed((one) => evidenceText(Object(one)));

export const proposalFields = {
  word: { label: "単語" },
  dictionaryName: { label: "辞書名" },
  change: { label: "提案の内容", words: changeInWords },
  reason: { label: "提案の理由" },
  evidence: { label: "根拠", words: evidenceInWords },
  state: { label: "状態", words: named(proposalStateLabels) },
  answer: { label: "回答" },
  written: { label: "採用した内容", words: changeInWords },
} as const satisfies FieldTable;

export const proposalLabels = propertiesOf(proposalFields, "label");
