import { expect, it } from "vitest";
import type { AlertKind } from "../../domain/alerts/rules.ts";
import { type AlertSubject, alertMessage } from "../../domain/alerts/sentences.ts";

const subject = (input: Partial<AlertSubject> = {}): AlertSubject => ({
  endDate: "2027-03-31",
  terminationDate: null,
  nextStartDate: null,
  usedTranscriptCount: 0,
  usedTranscriptSeconds: 0,
  maxTranscriptCount: 1000,
  maxTranscriptMinutes: 1200,
  ...input,
});

it.each<[AlertKind, string, Partial<AlertSubject>, string | undefined]>([
  ["CAP_80", "2026-10-01", { usedTranscriptSeconds: 960 * 60 }, "残り4時間です（80%を利用）。"],
  [
    "CAP_80",
    "2026-10-01",
    { usedTranscriptCount: 8000, maxTranscriptCount: 9999 },
    "残り1,999件です（80%を利用）。",
  ],
  [
    "CAP_80",
    "2026-10-01",
    { usedTranscriptCount: 800, usedTranscriptSeconds: 1199 * 60 },
    "残り200件です（80%を利用）。残り1分です（99%を利用）。",
  ],
  // What is left is rounded down: 1分 could be used by no transcript of a minute.
  ["CAP_80", "2026-10-01", { usedTranscriptSeconds: 1199 * 60 + 1 }, "残り0分です（99%を利用）。"],
  ["CAP_100", "2026-10-01", { usedTranscriptSeconds: 1199 * 60 + 1 }, undefined],
  [
    "CAP_80",
    "2026-10-01",
    { usedTranscriptCount: 117, maxTranscriptCount: 120 },
    "残り3件です（97%を利用）。",
  ],
  [
    "CAP_80",
    "2026-10-01",
    { usedTranscriptCount: 800, usedTranscriptSeconds: 1200 * 60 },
    "文字起こし時間が上限に達しました。残り200件です（80%を利用）。",
  ],
  ["CAP_80", "2026-10-01", { usedTranscriptCount: 799 }, undefined],
  ["CAP_80", "2026-10-01", { usedTranscriptCount: 5000, maxTranscriptCount: null }, undefined],
  [
    "CAP_100",
    "2026-10-01",
    { usedTranscriptCount: 800, usedTranscriptSeconds: 1300 * 60 },
    "文字起こし時間が上限に達しました。残り200件です（80%を利用）。",
  ],
  ["CAP_100", "2026-10-01", { usedTranscriptCount: 999 }, undefined],
  [
    "CAP_100",
    "2026-10-01",
    { usedTranscriptCount: 1000, usedTranscriptSeconds: 1300 * 60 },
    "文字起こし件数が上限に達しました。文字起こし時間が上限に達しました。",
  ],
  ["ENDING_30", "2027-03-01", {}, "契約終了まで30日です。次期契約が登録されていません。"],
  ["ENDING_30", "2027-03-30", {}, "契約終了まで1日です。次期契約が登録されていません。"],
  ["ENDING_7", "2027-03-31", {}, "契約は本日で終了します。次期契約が登録されていません。"],
  ["ENDING_7", "2027-04-01", {}, undefined],
  ["ENDING_30", "2027-03-01", { nextStartDate: "2027-04-01" }, undefined],
  ["ENDED", "2027-03-30", {}, undefined],
  ["ENDED", "2027-03-31", {}, "契約は本日で終了します。次期契約が登録されていません。"],
  ["ENDED", "2027-04-01", {}, "契約が終了しました。次期契約が登録されていません。"],
  [
    "GAP",
    "2027-03-01",
    { nextStartDate: "2027-05-01" },
    "契約期間に空白（2027/04/01〜2027/04/30）があります。",
  ],
  [
    "GAP",
    "2027-03-01",
    { nextStartDate: "2027-04-02" },
    "契約期間に空白（2027/04/01）があります。",
  ],
  [
    "GAP",
    "2027-01-01",
    { terminationDate: "2027-02-28", nextStartDate: "2027-04-01" },
    "契約期間に空白（2027/03/01〜2027/03/31）があります。",
  ],
  ["GAP", "2027-03-01", { nextStartDate: "2027-04-01" }, undefined],
  ["GAP", "2027-03-01", {}, undefined],
  ["RECONCILE", "2027-03-01", {}, "利用実績の合計が明細と一致していません。"],
])("%s on %s of %o says %s", (kind, today, input, message) => {
  expect(alertMessage(kind, subject(input), today)).toBe(message);
});
