import { MOST_ROWS, REVERT_DAYS } from "../../../domain/imports/rules.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { personHeadings } from "../../../domain/userImports/cells.ts";
import {
  neededFields,
  type PeopleScope,
  type PersonField,
  scopeFields,
} from "../../../domain/userImports/sentences.ts";

const headings = (fields: readonly PersonField[], between: string) =>
  fields.map((field) => personHeadings[field]).join(between);

const people = (count: number) => `${formatNumber(count)}人`;

const verdicts = {
  NEW: "追加",
  UPDATE: "更新",
  UNCHANGED: "変更なし",
  DISABLE: "ファイルにない利用者",
  ERROR: "エラー",
} as const;

/** Of the import of people. Only code that loads late shows them. */
export const userImports = {
  title: { users: "利用者の取り込み", members: "メンバーの取り込み" },
  file: {
    limits: `CSV・5MB・${people(MOST_ROWS)}まで取り込めます。文字コードは自動で判別します。`,
    columns: (scope: PeopleScope) =>
      `1行目には見出し（${headings(scopeFields[scope], "、")}）を入れてください。必須の列は${headings(neededFields[scope], "と")}です。一覧からダウンロードしたCSVもそのまま取り込めます。`,
    others:
      "SmartHR、freee人事労務、Google Workspace、Microsoft 365、cybozu.comから書き出した一覧も読み取ります。姓と名は氏名にまとめます。",
    blanks:
      "空欄や列がない項目は、登録済みの利用者では変更しません。役割は「・」、ワークスペースは「、」で区切って複数入力できます。",
    templateName: { users: "利用者の取り込み.csv", members: "メンバーの取り込み.csv" },
    example: {
      organizationNo: "10000001",
      userName: "山田 太郎",
      userNameKana: "ヤマダ タロウ",
      email: "yamada@example.com",
      roles: "一般",
      workspaces: "",
    } satisfies Record<PersonField, string>,
  },
  dryRun: {
    untouched: (file: string) => `${file}の内容です。利用者はまだ変更されていません。`,
    disabled:
      "無効の利用者は、ファイルにあっても無効のままです。有効に戻すには、編集画面で操作してください。",
  },
  verdicts,
  /** On the chips of rows, which are narrow. */
  verdictChips: { ...verdicts, DISABLE: "ファイルにない" },
  commit: {
    effect: (added: number, updated: number) =>
      added + updated === 0
        ? "追加・更新する利用者はいません。"
        : `${[
            added > 0 ? `${people(added)}を招待` : "",
            updated > 0 ? `${people(updated)}を更新` : "",
          ]
            .filter((part) => part !== "")
            .join("し、")}します。`,
    mails: (added: number) =>
      added > 200
        ? "招待メールは1時間に200通ずつ送信します。送信の状況は取り込み後に確認できます。"
        : "招待メールは取り込み後に順に送信します。",
    missing: "ファイルにない利用者",
    keep: (count: number) => `ファイルにない${people(count)}は変更しない`,
    disable: (count: number) => `ファイルにない${people(count)}を無効にする`,
    disableHint: "次の操作からログイン中の画面も使えなくなります。自分自身は無効になりません。",
    choose: "ファイルにない利用者をどうするか選択してください。",
    errorsWithMissing: "エラー行があるときは無効にできません。",
    submitDisabling: (count: number) => `${people(count)}を無効にして取り込む`,
    running: "利用者を取り込んでいます...",
    question: {
      title: "利用者の無効化",
      body: (count: number) => `ファイルにない${people(count)}を無効にして取り込みますか？`,
      hint: `無効にした利用者はログインできなくなります。取り込みから${REVERT_DAYS}日以内であれば、取り消して元に戻せます。`,
    },
  },
  result: {
    added: "追加",
    updated: "更新",
    disabled: "無効化",
    unchanged: "変更なし",
    skipped: "取り込まなかった行",
    removed: "招待の取り消し",
    restored: "元の内容に復元",
    enabled: "有効化",
    kept: "そのまま",
  },
  mails: {
    title: "招待メール",
    sent: (count: number) => `送信済み ${formatNumber(count)}件`,
    waiting: (count: number) => `送信待ち ${formatNumber(count)}件`,
    failed: (count: number) => `送信できませんでした ${formatNumber(count)}件`,
    hint: "送信待ちのメールは順に送信します。この画面を閉じても送信は続きます。",
    failedList: "招待メールを送信できなかった利用者",
    more: (count: number) => `先頭の${formatNumber(count)}人を表示しています。`,
    resend: "再送",
    resendTo: (name: string) => `${name}さんに招待メールを再送`,
    resending: "送信しています...",
  },
  invite: {
    title: { users: "利用者の一括招待", members: "メンバーの一括招待" },
    hint: `カンマ、セミコロン、改行で区切って${people(MOST_ROWS)}まで貼り付けられます。「山田 太郎 <yamada@example.com>」の形や、表からコピーした氏名とメールアドレスの列では、氏名も読み取ります。氏名がない場合は@より前を仮の氏名にします。`,
    counted: (count: number) => `${people(count)}のメールアドレス`,
    none: "メールアドレスを入力してください。",
    unread: (parts: readonly string[]) =>
      `メールアドレスとして読み取れません：${parts.slice(0, 5).join("、")}${parts.length > 5 ? "など" : ""}`,
    tooMany: `一度に招待できるのは${people(MOST_ROWS)}までです。`,
    systemAdmins: "システム管理者は、利用者の招待で1人ずつ招待してください。",
    noOrganization: "組織を選択すると、その組織のワークスペースが表示されます。",
    noWorkspaces: "ワークスペースはありません。",
    moreWorkspaces: (count: number) => `名前順に${formatNumber(count)}件を表示しています。`,
    fileName: "一括招待.csv",
  },
  revert: {
    effects:
      "招待した利用者は無効になり、更新した利用者は取り込み前の内容に、無効にした利用者は有効に戻ります。すでにログインした利用者や、取り込み後に変更された利用者はそのままです。",
    kept: (count: number) => `取り込みを取り消しました。${people(count)}は元に戻せませんでした。`,
    storedList: "元に戻せなかった利用者",
    reasons: {
      SIGNED_IN: "ログイン済み",
      CHANGED: "取り込み後に変更",
      OWN: "自分自身の権限",
      ERASED: "個人データを消去済み",
    },
  },
} as const;
