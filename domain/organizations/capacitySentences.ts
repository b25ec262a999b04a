import { REVERT_DAYS } from "../imports/rules.ts";
import { formatNumber } from "../text/numbers.ts";
import {
  IMPORT_BYTES,
  MOST_DICTIONARIES,
  MOST_ENTRIES_IN_ALL,
  MOST_EVENTS_A_DAY,
  MOST_STORED_ANSWERS,
} from "./capacity.ts";

const megabytes = (bytes: number) => `${formatNumber(Math.floor(bytes / 1024 / 1024))}MB`;

export const capacitySentences = {
  dictionaries: `辞書は1つの組織に${formatNumber(MOST_DICTIONARIES)}件まで登録できます。不要な辞書を削除してください。`,
  entries: `単語は1つの組織のすべての辞書を合わせて${formatNumber(MOST_ENTRIES_IN_ALL)}件まで登録できます。不要な単語を削除してください。`,
  imports:
    `取り込みの記録は1つの組織で${megabytes(IMPORT_BYTES)}まで保存できます。` +
    `過去の取り込みを取り消すか、取り込みから${REVERT_DAYS}日が過ぎるのを待ってから、もう一度お試しください。`,
  storedAnswers: (wait: string) =>
    `操作の結果の保存が1人の上限（24時間に${formatNumber(MOST_STORED_ANSWERS)}件）に達しました。${wait}お試しください。`,
  events: (wait: string) =>
    `報告できる文字起こしの上限（1つのサービスキーで1日に${formatNumber(MOST_EVENTS_A_DAY)}件）に達しました。${wait}お試しください。`,
} as const;
