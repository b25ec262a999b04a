import { HAND_OVER_MINUTES } from "../../../domain/dictionaries/handOver.ts";
import { lockSentences } from "../../../domain/dictionaries/rules.ts";

/** Of handing over an edit lock. Only code that loads late shows it. */
export const handOver = {
  request: "編集ロックをリクエスト",
  requestBody: (name: string) => `編集中の${name}さんに、編集ロックをリクエストします。`,
  messageHint: (name: string) => `${name}さんの画面に表示されます。`,
  waiting: "編集ロックをリクエストしています。このページを開いたままお待ちください。",
  promised: (time: string) => `${time}までに編集ロックを受け取ります。`,
  withdraw: "リクエストを取り下げる",
  waitsAlready: lockSentences.requestedBy,
  refused: (name: string | null) =>
    `${name === null ? "編集中の利用者" : `${name}さん`}が編集を続けています。リクエストは断られました。`,
  reasonOf: (reason: string) => `理由：${reason}`,
  ended: "編集ロックのリクエストは終了しました。",
  granted: "編集ロックを受け取りました。",
  asks: (name: string) => `${name}さんが編集ロックをリクエストしています。`,
  messageOf: (message: string) => `メッセージ：${message}`,
  willHandOver: (time: string) => `${time}に編集ロックを渡します。`,
  saveAndHandOver: "保存して渡す",
  later: `${HAND_OVER_MINUTES}分後に渡す`,
  refuse: "断る",
  refuseTitle: "編集ロックのリクエスト",
  refuseBody: (name: string) => `${name}さんのリクエストを断り、編集を続けます。`,
  confirmRefusal: "リクエストを断る",
  didRefuse: "リクエストを断りました。",
} as const;
