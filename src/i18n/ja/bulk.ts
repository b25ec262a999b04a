import { formatNumber } from "../../../domain/text/numbers.ts";

/** Of the bar of chosen rows. Only code that loads late shows them. */
export const bulk = {
  region: "選択した項目の操作",
  chosen: (count: number) => `${formatNumber(count)}件を選択中`,
  page: (count: number) => `このページの${formatNumber(count)}件を選択`,
  clear: "選択を解除",
  tooMany: (most: number) => `一度に操作できるのは${most}件までです。選択を減らしてください。`,
  mixed: "選択した中に、この操作の対象がありません。",
  chosenList: "対象",
  more: (counted: string) => `ほか${counted}`,
  leaves: (counted: string) => ({
    untouched: `次の${counted}は変更しません。`,
    refused: `次の${counted}は変更できません。`,
  }),
  takeOut: (counted: string) => `${counted}を選択から外す`,
  running: "処理しています...",
  unchanged: "変更はありません。",
  undo: "元に戻す",
  undoing: "元に戻しています...",
  undone: "元に戻しました。",
  close: "閉じる",
} as const;

const people = (count: number) => `${formatNumber(count)}人`;

/** Of many users. `place` is the name of a workspace. */
export const manyUsers = {
  counted: people,
  workspace: "ワークスペース",
  chooseWorkspace: "ワークスペースを選択してください。",
  actions: {
    DISABLE: {
      label: "無効にする",
      title: "アカウントの無効化",
      question: (count: number) => `以下の${people(count)}を無効にしますか？`,
      hint: "無効にすると、次の操作からログイン中の画面も使えなくなります。",
      done: (count: number) => `${people(count)}を無効にしました。`,
      already: "すでに無効です。",
      left: (_count: number) => "",
    },
    ENABLE: {
      label: "有効にする",
      title: "アカウントの有効化",
      question: (count: number) => `以下の${people(count)}を有効にしますか？`,
      hint: "",
      done: (count: number) => `${people(count)}を有効にしました。`,
      already: "無効になっていません。",
      left: (_count: number) => "",
    },
    RESEND_INVITATION: {
      label: "招待メールを再送",
      title: "招待メールの再送",
      question: (count: number) => `以下の${people(count)}に招待メールを再送しますか？`,
      hint: "招待メールは順に送信します。",
      done: (count: number) => `${people(count)}への招待メールの送信を受け付けました。`,
      already: "招待中ではありません。",
      left: (count: number) => `先ほどメールを送信した${people(count)}には送信していません。`,
    },
    MAKE_DICTIONARY_ADMIN: {
      label: "辞書管理者にする",
      title: "辞書管理者の追加",
      question: (count: number) => `以下の${people(count)}を辞書管理者にしますか？`,
      hint: "",
      done: (count: number) => `${people(count)}を辞書管理者にしました。`,
      already: "すでに辞書管理者です。",
      left: (_count: number) => "",
    },
    UNMAKE_DICTIONARY_ADMIN: {
      label: "辞書管理者から外す",
      title: "辞書管理者の解除",
      question: (count: number) => `以下の${people(count)}を辞書管理者から外しますか？`,
      hint: "辞書を編集できなくなる利用者の編集ロックは解除されます。",
      done: (count: number) => `${people(count)}を辞書管理者から外しました。`,
      already: "辞書管理者ではありません。",
      left: (_count: number) => "",
    },
    ADD_TO_WORKSPACE: {
      label: "ワークスペースに追加",
      title: "ワークスペースへの追加",
      question: (count: number) => `以下の${people(count)}をワークスペースに追加しますか？`,
      hint: "",
      done: (count: number, place: string) => `${people(count)}を「${place}」に追加しました。`,
      already: "",
      left: (count: number) => `${people(count)}はすでにメンバーでした。`,
    },
    REMOVE_FROM_WORKSPACE: {
      label: "ワークスペースから外す",
      title: "ワークスペースからの除外",
      question: (count: number) => `以下の${people(count)}をワークスペースから外しますか？`,
      hint: "",
      done: (count: number, place: string) => `${people(count)}を「${place}」から外しました。`,
      already: "",
      left: (count: number) => `${people(count)}はメンバーではありませんでした。`,
    },
  },
} as const;

export const manyDictionaries = {
  counted: (count: number) => `${formatNumber(count)}件`,
  label: "対象ワークスペースを変更",
  title: "対象ワークスペースの変更",
  question: (count: number) =>
    `以下の${formatNumber(count)}件の辞書の対象ワークスペースを、選択したものに変更しますか？`,
  hint: "各エンジンは、次の取得から変更後の単語を使用します。",
  field: "対象ワークスペース",
  all: "すべて",
  choose: "対象ワークスペースを選択してください。",
  now: (names: string) => `現在：${names}`,
  done: (count: number) => `${formatNumber(count)}件の辞書の対象ワークスペースを変更しました。`,
  unchanged: (count: number) => `${formatNumber(count)}件は変更前と同じでした。`,
} as const;

export const manyContracts = {
  counted: (count: number) => `${formatNumber(count)}件`,
  label: "次期契約を作成",
  title: "次期契約の作成",
  question: (count: number) => `以下の${formatNumber(count)}件の契約の次期契約を作成しますか？`,
  hint: "次期契約は、現在の契約と同じ長さ・上限・管理者で作成します。メモは引き継ぎません。",
  leaves: (counted: string) => ({
    untouched: `次の${counted}の次期契約は作成しません。`,
    refused: `次の${counted}の次期契約は作成できません。`,
  }),
  next: (period: string) => `次期契約：${period}`,
  notChecked: "確認の途中で選択されました。もう一度操作してください。",
  done: (count: number) => `${formatNumber(count)}件の次期契約を作成しました。`,
} as const;

export const manyAlerts = {
  counted: (count: number) => `${formatNumber(count)}件`,
  label: "既読にする",
  done: (count: number) => `${formatNumber(count)}件を既読にしました。`,
  already: "すでに既読です。",
} as const;
