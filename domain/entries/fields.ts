import { type FieldTable, named, propertiesOf } from "../fields.ts";

export const weightLabels: Readonly<Record<number, string>> = {
  1: "1（弱）",
  2: "2（標準）",
  3: "3（強）",
};

export const enabledLabels = { true: "有効", false: "無効" } as const;

export const entryFields = {
  surface: { label: "表記" },
  reading: { label: "読み" },
  partOfSpeech: { label: "品詞" },
  weight: { label: "強さ", words: named(weightLabels) },
  note: { label: "備考" },
  enabled: { label: "有効", words: named(enabledLabels) },
} as const satisfies FieldTable;

export const entryLabels = propertiesOf(entryFields, "label");
