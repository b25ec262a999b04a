import { formatNumber } from "../text/numbers.ts";

export const foundSentences = {
  entries: (count: number) => `単語${formatNumber(count)}件`,
};
