import { contractImportSentences } from "../contractImports/rules.ts";
import { entrySentences } from "../entries/rules.ts";
import { importSentences } from "../imports/rules.ts";
import { addressSentences, capacitySentences } from "../organizations/capacity.ts";
import { proposalSentences } from "../proposals/rules.ts";
import { dateSentences } from "../text/dates.ts";
import { formatNumber } from "../text/numbers.ts";
import type { RefusedCharacter } from "../text/unseen.ts";
import { userImportSentences } from "../userImports/sentences.ts";
import { managedSentence, ownRightsSentence } from "../users/labels.ts";
import { MAX_VIEWS } from "../views/rules.ts";
import { waySentences } from "../ways/sentences.ts";
import { lastWorkspaceSentence, workspaceHasDictionaries } from "../workspaces/sentences.ts";
import type { ProblemCode } from "./codes.ts";
import { awaySentence, commonSentences, SOME_TIME } from "./commonSentences.ts";

/** What is wrong with a file for an accounting program (docs/product/billing-files.md). */
export const billingSentences = {
  written:
    "対象月の明細書は、すべてこの形式で出力済みです。もう一度出力すると、会計ソフトに二重に取り込まれるおそれがあります。",
  nothing: "ファイルに出力できる明細書がありません。",
  tooMany: (most: string) => `1つのファイルに出力できる明細書は${most}件までです。`,
} as const;

/** Why a month cannot be closed (docs/product/closings.md#order). */
export const closingSentences = {
  notOver: "翌月1日になるまで、締めることはできません。",
  closed: "すでに締めた契約が含まれています。再締めの理由を入力してください。",
  laterClosed: "翌月以降を締めた契約が含まれているため、再締めできません。",
  earlierOpen: "前月以前をまだ締めていない契約が含まれています。先に前の月を締めてください。",
  notOfMonth: "対象月に契約期間がない契約が含まれています。",
  keepsContract: "月次の締めを行った契約は削除できません。解約してください。",
  chooseContracts: "再締めする契約を選択してください。",
} as const;

export const webhookSentences = {
  paused: "一時停止中のため、送信できません。再開してから、もう一度お試しください。",
  url: "URLの形式に誤りがあります。",
  https: "URLはhttps://で始まるものを入力してください。",
  credentials: "URLにユーザー名やパスワードを含めることはできません。",
  private: "社内や端末内のアドレスには送信できません。外部から接続できるURLを入力してください。",
  unknownHost: "URLのホスト名が見つかりませんでした。",
} as const;

const waitingSentences = {
  REQUEST_IN_PROGRESS: (wait: string) => `同じ操作を処理しています。${wait}お試しください。`,
  TOO_MANY_REQUESTS: (wait: string) => `試行回数が上限に達しました。${wait}お試しください。`,
  TOO_MANY_AT_ONCE: (wait: string) =>
    `同時に実行できる操作の数が上限に達しています。${wait}お試しください。`,
  MAIL_SENT_RECENTLY: (wait: string) =>
    `このメールアドレスには先ほどメールを送信しました。${wait}お試しください。`,
  ANSWER_ROOM_FULL: capacitySentences.storedAnswers,
  EVENT_ROOM_FULL: capacitySentences.events,
  TEMPORARY_FOLDER_FULL: (wait: string) =>
    `サーバーの一時領域に空きがないため、処理できませんでした。${wait}お試しください。`,
  OVERLOADED: (wait: string) => `現在アクセスが集中しています。${wait}お試しください。`,
  UNAVAILABLE: awaySentence,
} satisfies Partial<Record<ProblemCode, (wait: string) => string>>;

export type WaitingCode = keyof typeof waitingSentences;

/** The sentence of a 429 or 503; `seconds` is its Retry-After, at least 1. */
export function waitingSentence(code: WaitingCode, seconds: number): string {
  return waitingSentences[code](waitOf(seconds));
}

/**
 * How long to wait, in the words of the sentences; rounded up, so that a retry is not too early.
 */
export function waitOf(seconds: number): string {
  if (seconds < 120) return `${seconds}秒後に`;
  return seconds < 7_200
    ? `${Math.ceil(seconds / 60)}分後に`
    : `${Math.ceil(seconds / 3_600)}時間後に`;
}

/**
 * Every sentence of the API, one per situation. The browser shows them
 * (docs/product/texts.md#error-messages), unless an operation has its own
 * (src/providers/problems/errorMessage.ts) or the page says it, as that of a locked dictionary does.
 */
export const problemSentences: Record<ProblemCode, string> = {
  BAD_REQUEST: commonSentences.badRequest,
  BAD_QUERY: "検索条件に誤りがあります。",
  UNAUTHENTICATED: commonSentences.unauthenticated,
  ACCOUNT_DISABLED: commonSentences.accountDisabled,
  EMAIL_CHANGED:
    "メールアドレスが登録内容と異なるため、ログインできません。管理者にお問い合わせください。",
  SIGN_IN_TOO_OLD: "ログインから時間が経過しています。もう一度ログインしてください。",
  SECOND_FACTOR_REQUIRED:
    "2段階認証が必要です。もう一度ログインして、2段階認証を設定してください。",
  WAY_NOT_ALLOWED: waySentences.notAllowed,
  FORBIDDEN: commonSentences.forbidden,
  ADDRESS_NOT_ALLOWED: addressSentences.notAllowed,
  CROSS_SITE_REQUEST: "別のサイトからの操作のため、受け付けられませんでした。",
  NOT_FOUND: commonSentences.notFound,
  INVITATION_NOT_FOUND:
    "この招待は、すでに使用されているか、取り消されています。招待した管理者にお問い合わせください。",
  INVITATION_ENDED: "招待の期限が切れています。新しい招待メールを送信してください。",
  VOCABULARY_GONE:
    "前回の取得から90日以上が経過したため、差分を取得できません。すべての単語を取得し直してください。",
  SET_UP_ENDED: waySentences.setUpEnded,
  EMAIL_EXISTS: commonSentences.emailExists,
  DOMAIN_TAKEN: waySentences.domainTaken,
  PERIOD_OVERLAPS: commonSentences.periodOverlaps,
  NAME_EXISTS: "同じ名前がすでに登録されています。",
  DUPLICATE: commonSentences.duplicate,
  ENTRY_EXISTS: proposalSentences.entryExists,
  PROPOSAL_EXISTS: proposalSentences.proposalExists,
  PROPOSAL_ENDED: proposalSentences.ended,
  CONTRACT_HAS_USAGE: "利用実績のある契約は削除できません。解約してください。",
  CONTRACT_HAS_CLOSINGS: closingSentences.keepsContract,
  MONTH_CLOSED: closingSentences.closed,
  LATER_MONTH_CLOSED: closingSentences.laterClosed,
  EARLIER_MONTH_OPEN: closingSentences.earlierOpen,
  FILE_WRITTEN: billingSentences.written,
  ALREADY_COMMITTED: importSentences.alreadyCommitted,
  ALREADY_REVERTED: importSentences.alreadyReverted,
  WEBHOOK_PAUSED: webhookSentences.paused,
  ENTRIES_CHANGED: importSentences.entriesChanged,
  USERS_CHANGED: userImportSentences.changed,
  CONTRACTS_CHANGED: contractImportSentences.changed,
  UNDO_REFUSED: contractImportSentences.undoRefused,
  REQUEST_IN_PROGRESS: waitingSentences.REQUEST_IN_PROGRESS(SOME_TIME),
  STALE_VERSION:
    "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。",
  PAYLOAD_TOO_LARGE: "送信データが大きすぎます。内容を減らしてください。",
  UNSUPPORTED_MEDIA_TYPE: "このデータ形式には対応していません。",
  LIMIT_EXCEEDED: commonSentences.limitExceeded,
  MISDIRECTED_REQUEST:
    "このアドレスでは利用できません。サーバーの設定（PUBLIC_URL）を確認してください。",
  PRECONDITION_REQUIRED:
    "最新の内容を確認できませんでした。再読み込みしてから、もう一度お試しください。",
  VALIDATION_FAILED: commonSentences.validationFailed,
  OTHER_RELEASE: "サーバーを更新しています。しばらくしてから、もう一度お試しください。",
  IDEMPOTENCY_KEY_REUSED:
    "同じ操作が異なる内容で送信されました。再読み込みしてから、もう一度お試しください。",
  SECRET_TOLD:
    "登録は完了していますが、発行した値は一度しか表示できません。控えていない場合は、登録を取り消してやり直してください。",
  EXPORT_LOSSY: "この形式や文字コードで表せない内容があります。",
  CONTRACT_NOT_EDITABLE: "現在のステータスでは変更できない項目があります。",
  CONTRACT_NOT_TERMINABLE: "この契約は解約できません。",
  CONTRACT_NOT_TERMINATED: "この契約は解約されていません。",
  MONTH_NOT_OVER: closingSentences.notOver,
  NOTHING_TO_WRITE: billingSentences.nothing,
  WAY_NOT_TRIED: waySentences.notTried,
  WAY_WITHOUT_DOMAIN: waySentences.withoutDomain,
  WAY_REQUIRED: waySentences.required,
  WAY_TEST_FAILED: waySentences.testOtherWay,
  DOMAIN_NOT_PROVEN: waySentences.domainUnproven,
  LAST_ORGANIZATION_ADMIN: "組織には1人以上の組織管理者が必要なため、変更できません。",
  LAST_SYSTEM_ADMIN: "1人以上のシステム管理者が必要なため、変更できません。",
  ROWS_REFUSED: "変更できないものが含まれているため、何も変更していません。",
  OWN_FLAGS: ownRightsSentence,
  MANAGED_BY_DIRECTORY: managedSentence,
  NOT_INVITED: "招待中の利用者ではないため、招待できません。",
  KEY_NOT_ACTIVE: "このサービスキーは失効しているか、期限が切れているため、切り替えられません。",
  EMAIL_NOT_CHANGED: "メールアドレスは変更されていないため、元に戻せません。",
  ALREADY_ERASED: "個人データはすでに消去されています。",
  OWN_PERSONAL_DATA: "自分自身の個人データは消去できません。",
  CONTRACT_RUNNING: "契約期間中または開始前の契約があるため、消去できません。",
  LAST_WORKSPACE: lastWorkspaceSentence,
  WORKSPACE_HAS_DICTIONARIES: workspaceHasDictionaries(),
  TOO_MANY_ENTRIES: entrySentences.tooManyEntries,
  TOO_MANY_VIEWS: `ビューは1つの一覧につき${MAX_VIEWS}件まで保存できます。不要なビューを削除してください。`,
  TOO_MANY_PROPOSALS: proposalSentences.tooMany,
  DICTIONARY_ROOM_FULL: capacitySentences.dictionaries,
  ENTRY_ROOM_FULL: capacitySentences.entries,
  IMPORT_ROOM_FULL: capacitySentences.imports,
  FILE_UNREADABLE: importSentences.unreadable,
  IMPORT_HAS_ERRORS: importSentences.hasErrors,
  NOT_COMMITTED: importSentences.notCommitted,
  TOO_LATE: importSentences.tooLate,
  LOCK_REQUESTED: "他の利用者がすでに編集ロックをリクエストしています。",
  LOCK_REQUEST_GONE: "編集ロックのリクエストはすでに終了しています。",
  LOCKED: "他の利用者が編集中のため、編集できません。",
  LOCK_LOST: "編集ロックが解除されたため、保存できませんでした。",
  TOO_MANY_REQUESTS: waitingSentences.TOO_MANY_REQUESTS(SOME_TIME),
  TOO_MANY_AT_ONCE: waitingSentences.TOO_MANY_AT_ONCE(SOME_TIME),
  MAIL_SENT_RECENTLY: waitingSentences.MAIL_SENT_RECENTLY(SOME_TIME),
  ANSWER_ROOM_FULL: waitingSentences.ANSWER_ROOM_FULL(SOME_TIME),
  EVENT_ROOM_FULL: waitingSentences.EVENT_ROOM_FULL(SOME_TIME),
  TEMPORARY_FOLDER_FULL: waitingSentences.TEMPORARY_FOLDER_FULL(SOME_TIME),
  OVERLOADED: waitingSentences.OVERLOADED(SOME_TIME),
  UNAVAILABLE: waitingSentences.UNAVAILABLE(SOME_TIME),
  INTERNAL: commonSentences.internal,
};

/** The sentence of PAYLOAD_TOO_LARGE with its limit; `bytes` is a multiple of 1,024. */
export function bodyTooLarge(bytes: number): string {
  const kilobytes = bytes / 1024;
  const limit = kilobytes < 1024 ? `${kilobytes}KB` : `${kilobytes / 1024}MB`;
  return `送信データが大きすぎます。${limit}以内にしてください。`;
}

/** Of a request to an endpoint that only programs may call, without a credential. */
export const noServiceKey = "サービスキーを指定してください。";

/** Of a revision that the words never had, as after a database was put back. */
export const unknownRevision =
  "指定された版は存在しないため、差分を取得できません。すべての単語を取得し直してください。";

/** Of UNAUTHENTICATED for a program, which has no session. */
export const wrongServiceKey = "サービスキーが正しくないか、失効または期限切れです。";

/** A field's label with its particle; nothing for a field without a label. */
const named = (label: string | undefined, particle: string) =>
  label === undefined ? "" : label + particle;

const usedFigures = { transcriptCount: "利用件数", seconds: "利用時間" } as const;
type UsedFigure = keyof typeof usedFigures;

/** The sentence of LIMIT_EXCEEDED for a list that is too long. */
export function tooManyItems(max: number, label?: string): string {
  return `${named(label, "は")}一度に${formatNumber(max)}件まで送信できます。`;
}

/** Sentences for single fields. They name the field where its label is known. */
export const fieldSentences = {
  required: (label?: string) => `${named(label, "を")}入力してください。`,
  notAllowed: "使用できない項目です。",
  unseen: ({ line, place, code }: RefusedCharacter) =>
    `${line > 1 ? `${line}行目の` : ""}${place}文字目に見えない文字（${code}）があります。`,
  lineBreak: (label?: string) => `${named(label, "に")}改行は使用できません。`,
  tooLong: (max: number, label?: string) =>
    `${named(label, "は")}${max}文字以内で入力してください。`,
  email: commonSentences.emailFormat,
  kana: "ひらがなまたはカタカナで入力してください。",
  ...dateSentences,
  wholeNumber: (label?: string) => `${named(label, "は")}整数で入力してください。`,
  minutes: "文字起こし上限時間は、分（例：525）か時間（例：8時間45分）で入力してください。",
  atLeast: (min: number, label?: string) =>
    `${named(label, "は")}${formatNumber(min)}以上で入力してください。`,
  atMost: (max: number, label?: string) =>
    `${named(label, "は")}${formatNumber(max)}以下で入力してください。`,
  choose: (label?: string) => `${named(label, "を")}選択してください。`,
  choice: (label?: string) => `${named(label, "は")}選択肢の中から選択してください。`,
  repeated: (label?: string) => `${named(label, "が")}重複しています。`,
  wrongType: (label?: string) => `${named(label, "の")}入力形式に誤りがあります。`,
  endBeforeStart: "契約終了日は契約開始日以降の日付を入力してください。",
  terminationOutsidePeriod: "解約日は契約期間内の日付を入力してください。",
  endBeforeTermination: "契約終了日は解約日以降の日付を入力してください。",
  startAfterTermination: "契約開始日は解約日以前の日付を入力してください。",
  capBelowUsedCount: (used: number) => `利用済みの${formatNumber(used)}件以上で入力してください。`,
  capBelowUsedMinutes: (used: number) =>
    `利用済みの${formatNumber(used)}分以上で入力してください。`,
  nothingAdjusted: "件数と時間のどちらかに、0以外の数を入力してください。",
  usedBelowZero: (figure: UsedFigure, used: string) =>
    /^0/.test(used)
      ? `${usedFigures[figure]}は${used}のため、減らせません。`
      : `${usedFigures[figure]}は${used}のため、減らせるのは${used}までです。`,
  usedTooMuch: (figure: UsedFigure, most: string) =>
    `${usedFigures[figure]}の合計が${most}以下になるように入力してください。`,
  startAfterEnd: "契約開始日は契約終了日以前の日付を入力してください。",
  organizationNameFixed: "組織名は組織の編集画面で変更してください。",
  startFixedOnceUsed: "利用実績があるため、契約開始日は変更できません。",
  fixedOnceExpired: "契約終了後に変更できるのは、契約終了日とメモのみです。",
  fixedOnceTerminated: "解約後に変更できるのは、メモのみです。",
  emailOfOther: "このメールアドレスは他の組織で使用されています。",
  emailExists: commonSentences.emailRegistered,
  chooseContracts: closingSentences.chooseContracts,
  organizationUnknown: "組織が見つかりませんでした。",
  oneOrganization: "ディレクトリ連携（SCIM）のキーには、組織を1つだけ選択してください。",
  organizationNameDiffers: "選択した組織の組織名と異なります。",
  organizationNameKanaDiffers: "選択した組織のフリガナと異なります。",
  workspaceUnknown: "ワークスペースが見つかりませんでした。",
  viewUnknown: "ビューが見つかりませんでした。",
  conditionsUnknown: "この一覧では使えない条件が含まれています。",
  userUnknown: "利用者が見つかりませんでした。",
  nothingToChange: "変更はありません。",
  systemAdminOfOrganization: "システム管理者は組織に所属できません。",
  organizationMissing: "組織を選択してください。",
  membersOnly: "組織に所属する利用者のみ設定できます。",
  eventId: "イベントIDは128文字以内の半角英数字と記号で入力してください。",
  instant: "日時は、時差を含むISO 8601の形式（例：2026-04-01T09:00:00+09:00）で入力してください。",
  endPassed: "期限には、これからの日時を指定してください。",
  endTooLate: (days: number) =>
    `切り替え前のキーの期限は、${days}日以内かつ現在の期限以前の日時を指定してください。`,
  confirmationDiffers: "入力した内容が一致しません。",
  activeBySignIn: "招待中の利用者は、ログインすると有効になります。",
} as const;

/** The server answers this in place of the page until the web app is built. */
export const webAppMissing =
  "画面のファイルがまだ作成されていません。npm run build を実行してから、もう一度お試しください。";
