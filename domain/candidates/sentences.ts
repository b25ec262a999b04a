import { formatNumber } from "../text/numbers.ts";
import { CANDIDATE_TEXT_LENGTH } from "./rules.ts";

const tooLong = (name: string) =>
  `${name}は${formatNumber(CANDIDATE_TEXT_LENGTH)}文字以内で入力してください。`;

export const candidateSentences = {
  beforeTooLong: tooLong("認識結果"),
  afterTooLong: tooLong("校正後"),
} as const;
