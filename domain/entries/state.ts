import { listedWord } from "../text/shortened.ts";
import { enabledLabels } from "./fields.ts";

const ENABLED = new Set([enabledLabels.true, "true", "1", "on", "yes", "はい", "○", "〇"]);
const DISABLED = new Set([enabledLabels.false, "false", "0", "off", "no", "いいえ", "×"]);

/** The state of an entry as screens and files write it. */
export function enabledText(enabled: boolean): string {
  return enabledLabels[`${enabled}`];
}

/**
 * The state that a cell says in the words of people and programs, in any case and width; undefined
 * for other words.
 */
export function enabledIn(cell: string): boolean | undefined {
  const word = listedWord(cell)?.toLowerCase() ?? "";
  if (ENABLED.has(word)) return true;
  return DISABLED.has(word) ? false : undefined;
}
