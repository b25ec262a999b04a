import { contractFields } from "../contracts/fields.ts";
import { dictionaryFields } from "../dictionaries/fields.ts";
import { entryFields } from "../entries/fields.ts";
import { erasedLabels } from "../erasing/labels.ts";
import { asNumber, asText, type FieldTable, fieldWords, isSameValue } from "../fields.ts";
import { organizationFields } from "../organizations/fields.ts";
import { proposalFields } from "../proposals/fields.ts";
import { proposalStateLabels } from "../proposals/rules.ts";
import { serviceKeyFields } from "../serviceKeys/rules.ts";
import { formatSeconds } from "../text/dates.ts";
import { formatNumber } from "../text/numbers.ts";
import { ledgerLabels } from "../usage/ledgerLabels.ts";
import { userFields } from "../users/rules.ts";
import { webhookFields } from "../webhooks/fields.ts";
import { workspaceFields } from "../workspaces/fields.ts";
import type { AuditEvent, FieldChange } from "./schemas.ts";

/** A change in the words and units of the screens; null where there was or is nothing. */
export interface ChangeWords {
  label: string;
  before: string | null;
  after: string | null;
}

/** The tables of the kinds whose fields have words of their own. */
const tables: Readonly<Record<string, FieldTable>> = {
  contract: contractFields,
  dictionary: dictionaryFields,
  entry: entryFields,
  organization: organizationFields,
  proposal: proposalFields,
  serviceKey: serviceKeyFields,
  user: userFields,
  webhook: webhookFields,
  workspace: workspaceFields,
};

/** A length of time is written as one, whichever field or count holds it. */
const isInSeconds = (name: string) => /seconds$/i.test(name);
const length = asNumber(formatSeconds);

/**
 * The words that endpoints and kinds of records declare for the log (domain/api/auditWords.ts). The
 * server reads them from the declarations, the screens from a table made at build time.
 */
export interface AuditWords {
  operations: Readonly<Record<string, string>>;
  /** The kind that an operation is about, or the sign-ins of an area; others belong to no group. */
  groups: Readonly<Record<string, string>>;
  kinds: Readonly<Record<string, KindWords>>;
}

interface KindWords {
  label: string;
  /** Null for targets that are no record. */
  resource: string | null;
  fields: Readonly<Record<string, string>>;
  /** The fields that an ordinary edit can give their earlier values again. */
  editable: readonly string[];
  sets?: Readonly<Record<string, string>>;
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
  const labels = { ...OF_ANY_KIND, ...kinds[target.kind]?.fields };
  const entry = kinds.entry;
  return changes.flatMap((change) =>
    change.field === "entry" && entry
      ? entryWords(entry, change)
      : [wordsOf({ kind: target.kind, labels }, change)],
  );
}

const OF_ANY_KIND = { fileName: "ファイル名", deliveryId: "配信のID", editor: "編集ロック" };

function wordsOf(
  { kind, labels }: { kind: string; labels: Readonly<Record<string, string>> },
  { field, before, after }: FieldChange,
): ChangeWords {
  // A set holds what differs, so an empty one is not all.
  const words = (value: unknown) =>
    Array.isArray(value) && value.length === 0 ? null : valueWords(kind, field, value);
  return { label: labels[field] ?? field, before: words(before), after: words(after) };
}

/** A value of a record's field as the audit log writes it; null for none. */
export function valueWords(kind: string, name: string, value: unknown): string | null {
  const field = tables[kind]?.[name];
  const words = isInSeconds(name) ? { words: length } : undefined;
  return fieldWords(field ? { ...field, ...field.logged } : words, value);
}

function entryWords(entry: KindWords, { before, after }: FieldChange): ChangeWords[] {
  const [old, now] = [Object(before), Object(after)];
  if (before === null || after === null) {
    const summary = (values: Readonly<Record<string, unknown>>) =>
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
    .filter((field) => !isSameValue(old[field], now[field]))
    .map((field) => {
      const change = { field, before: old[field] ?? null, after: now[field] ?? null };
      const words = wordsOf({ kind: "entry", labels: entry.fields }, change);
      return { ...words, label: `「${asText(old.surface)}」の${words.label}` };
    });
}

const countLabels: Readonly<Record<string, string>> = {
  ...erasedLabels,
  added: "追加",
  updated: "更新",
  deleted: "削除",
  disabled: "無効化",
  enabled: "有効化",
  merged: "統合",
  proposed: "提案",
  accepted: proposalStateLabels.ACCEPTED,
  corrected: proposalStateLabels.CHANGED,
  rejected: proposalStateLabels.REJECTED,
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
  return isInSeconds(name) ? formatSeconds(count) : formatNumber(count);
}

/** The counts of an event, such as 追加 120、更新 3; empty without any that is not zero. */
export function countWords({ counts }: Pick<AuditEvent, "counts">): string {
  return Object.entries(counts ?? {})
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${countLabels[name] ?? name} ${countText(name, count)}`)
    .join("、");
}
