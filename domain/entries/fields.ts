import { type FieldTable, named, propertiesOf } from "../fields.ts";
import { enabledLabels, weightLabels } from "./labels.ts";

export const entryFields = {
  surface: { label: "表記" },
  reading: { label: "読み" },
  partOfSpeech: { label: "品詞" },
  weight: { label: "強さ", words: named(weightLabels) },
  note: { label: "備考" },
  enabled: { label: "有効", words: named(enabledLabels) },
} as const satisfies FieldTable;

export const entryLabels = propertiesOf(entryFields, "label");
