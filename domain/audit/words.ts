import { unlimitedLabel } from "../contracts/labels.ts";
import { enabledLabels, weightLabels } from "../entries/labels.ts";
import { erasedLabels } from "../erasing/labels.ts";
import { formatDate, formatDateTime, formatSeconds } from "../text/dates.ts";
import { formatNumber } from "../text/numbers.ts";
import { ledgerLabels } from "../usage/ledgerLabels.ts";
import { userStatusLabels } from "../users/labels.ts";
import { webhookEventLabels } from "../webhooks/labels.ts";
import type { AuditEvent, FieldChange } from "./schemas.ts";

/** A change in the words and units of the screens; null where there was or is nothing. */
export interface ChangeWords {
  label: string;
  before: string | null;
  after: string | null;
}

type Value = FieldChange["before"];
type Words = (value: Exclude<Value, null>) => string;

const text = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);
const day: Words = (value) => formatDate(text(value));
const counted =
  (unit: string): Words =>
  (value) =>
    `${formatNumber(Number(value))}${unit}`;
const named =
  (labels: Readonly<Record<string, string>>) =>
  (value: unknown): string =>
    labels[String(value)] ?? text(value);
const isGiven = named({ true: "あり", false: "なし" });

/** A length of time is written as one, whichever field or count holds it. */
const isInSeconds = (name: string) => /seconds$/i.test(name);
const length: Words = (value) => formatSeconds(Number(value));

const fields: Readonly<Record<string, Words>> = {
  startDate: day,
  endDate: day,
  terminationDate: day,
  revokedAt: (value) => formatDateTime(text(value)),
  maxTranscriptCount: counted("件"),
  maxTranscriptMinutes: counted("分"),
  status: named(userStatusLabels),
  isSystemAdmin: isGiven,
  isOrganizationAdmin: isGiven,
  isDictionaryAdmin: isGiven,
  identityError: named({
    ACCOUNT_LOST: "アカウントなし",
    EMAIL_CHANGED: "メールアドレスの変更",
    REFUSED: "登録の拒否",
  }),
  scopes: (value) => listOf(value, named(scopeLabels)),
  members: (value) => listOf(value, (member) => text(Object(member).userName)),
  workspaces: (value) => listOf(value, (workspace) => text(Object(workspace).workspaceName)),
  organizations: (value) =>
    listOf(value, (organization) => text(Object(organization).organizationName)),
  allowedAddresses: (value) => listOf(value, text),
  events: (value) => listOf(value, named(webhookEventLabels)),
  paused: named({ true: "はい", false: "いいえ" }),
  weight: named(weightLabels),
  enabled: named(enabledLabels),
};

const scopeLabels = {
  "usage.report": "利用実績の報告",
  "limits.read": "利用可能な残量の照会",
  "vocabulary.read": "単語の取得",
};

/** Fields of which null is a value with a word of its own. */
const wordsOfNull: Readonly<Record<string, string>> = {
  maxTranscriptCount: unlimitedLabel,
  maxTranscriptMinutes: unlimitedLabel,
  organizations: "すべて",
};

function listOf(value: Value, words: (element: unknown) => string): string {
  return Array.isArray(value) ? value.map(words).join("、") : "";
}

/**
 * The words that endpoints and kinds of records declare for the log (domain/api/auditWords.ts). The
 * server reads them from the declarations, the screens from a table made at build time.
 */
export interface AuditWords {
  operations: Readonly<Record<string, string>>;
  kinds: Readonly<Record<string, KindWords>>;
}

interface KindWords {
  label: string;
  /** Null for targets that are no record. */
  resource: string | null;
  fields: Readonly<Record<string, string>>;
  /** The fields that an ordinary edit can give their earlier values again. */
  editable: readonly string[];
  sets?: Readonly<Record<string, string>> | undefined;
}

/** The words for an operation; one of another version keeps its name. */
export function operationLabel({ operations }: AuditWords, operation: string): string {
  return operations[operation] ?? operation;
}

/** The words for a kind of target; one of another version keeps its name. */
export function targetKindLabel({ kinds }: AuditWords, kind: string): string {
  return kinds[kind]?.label ?? kind;
}

/**
 * The changes of an event, each with its label and its values as the screens write them. A whole
 * entry gives a line for each of its fields, named by its surface.
 */
export function changeWords(
  { kinds }: AuditWords,
  { target, changes }: Pick<AuditEvent, "target" | "changes">,
): ChangeWords[] {
  const own = {
    fileName: "ファイル名",
    deliveryId: "配信のID",
    editor: "編集ロック",
    ...kinds[target.kind]?.fields,
  };
  const entry = kinds.entry;
  return changes.flatMap((change) =>
    change.field === "entry" && entry ? entryWords(entry, change) : [wordsOf(own, change)],
  );
}

function wordsOf(
  labels: Readonly<Record<string, string>>,
  { field, before, after }: FieldChange,
): ChangeWords {
  return {
    label: labels[field] ?? field,
    before: valueWords(field, before),
    after: valueWords(field, after),
  };
}

/** Sets of a record that mean everything where they are empty; those of an event hold what differs. */
const wordsOfEmpty: Readonly<Record<string, string>> = {
  workspaces: "すべて",
  organizations: "すべて",
  allowedAddresses: "制限なし",
};

/** A value of a record's field as the screens write it; null for none. */
export function anyValueWords(field: string, value: unknown): string | null {
  if (Array.isArray(value) && value.length === 0) return wordsOfEmpty[field] ?? null;
  return isValue(value) ? valueWords(field, value) : null;
}

function isValue(value: unknown): value is Value {
  return typeof value === "object" || ["string", "number", "boolean"].includes(typeof value);
}

function valueWords(field: string, value: Value): string | null {
  if (value === null) return wordsOfNull[field] ?? null;
  if (value === "" || (Array.isArray(value) && value.length === 0)) return null;
  return (fields[field] ?? (isInSeconds(field) ? length : text))(value);
}

function entryWords(entry: KindWords, { before, after }: FieldChange): ChangeWords[] {
  const [old, now] = [Object(before), Object(after)];
  if (before === null || after === null) {
    const summary = (values: Readonly<Record<string, Value>>) =>
      ["surface", "reading", "partOfSpeech"].map((field) => values[field] ?? "").join("・");
    return [
      {
        label: entry.label,
        before: before === null ? null : summary(old),
        after: after === null ? null : summary(now),
      },
    ];
  }
  return Object.keys(now)
    .filter((field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]))
    .map((field) => {
      const change = { field, before: old[field] ?? null, after: now[field] ?? null };
      const words = wordsOf(entry.fields, change);
      return { ...words, label: `「${text(old.surface)}」の${words.label}` };
    });
}

const countLabels: Readonly<Record<string, string>> = {
  ...erasedLabels,
  added: "追加",
  updated: "更新",
  deleted: "削除",
  disabled: "無効化",
  enabled: "有効化",
  mailed: "招待メールを再送",
  dictionaryAdmins: "辞書管理者に指定",
  noDictionaryAdmins: "辞書管理者から除外",
  joined: "ワークスペースに追加",
  left: "ワークスペースから除外",
  kept: "そのまま",
  unchanged: "変更なし",
  skipped: "見送り",
  elsewhere: "別の組織の利用者",
  removed: "取り消し",
  restored: "復元",
  transcriptCount: ledgerLabels.transcriptCount,
  seconds: ledgerLabels.seconds,
};

/** A change in one line: 説明を追加：看護; 辞書名を変更：医療 → 医療辞書. */
export function changeSentence({ label, before, after }: ChangeWords): string {
  if (before === null) return after === null ? `${label}を変更` : `${label}を追加：${after}`;
  return after === null ? `${label}を削除：${before}` : `${label}を変更：${before} → ${after}`;
}

function countText(name: string, count: number): string {
  return isInSeconds(name) ? length(count) : formatNumber(count);
}

/** The counts of an event, such as 追加 120、更新 3; empty without any that is not zero. */
export function countWords({ counts }: Pick<AuditEvent, "counts">): string {
  return Object.entries(counts ?? {})
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${countLabels[name] ?? name} ${countText(name, count)}`)
    .join("、");
}
