import { REVERT_DAYS } from "../imports/rules.ts";
import { formatNumber } from "../text/numbers.ts";

/** What one organization may take up. */
export const MOST_DICTIONARIES = 500;
export const MOST_ENTRIES_IN_ALL = 500_000;

const MB = 1024 * 1024;

/** What the stored imports of an organization may take up, in bytes. */
export const IMPORT_BYTES = 150 * MB;

/** The answers to one user that may be stored, each for 24 hours. */
export const MOST_STORED_ANSWERS = 2_000;

/** The usage events that one service key may report on a day in Tokyo. */
export const MOST_EVENTS_A_DAY = 5_000_000;

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

export const addressSentences = {
  notAllowed:
    "この接続元からは利用できません。許可されたネットワークから接続するか、管理者にお問い合わせください。",
  network: (text: string) =>
    `「${text}」は、IPアドレス（例：203.0.113.5）またはネットワーク（例：203.0.113.0/24）で入力してください。`,
  nobody: (text: string) =>
    `「${text}」から接続できる端末はありません。入力内容を確認してください。`,
  tooMany: (max: number) => `接続元は${max}件まで登録できます。`,
} as const;
