import { auditWords } from "../../domain/api/auditWords.ts";
import { actorKindLabels, auditLabels, outcomeLabels } from "../../domain/audit/labels.ts";
import type { AuditEvent } from "../../domain/audit/schemas.ts";
import {
  changeSentence,
  changeWords,
  countWords,
  operationLabel,
  targetKindLabel,
} from "../../domain/audit/words.ts";
import { formatDateTime } from "../../domain/text/dates.ts";
import type { CsvColumn } from "../exports/csvText.ts";

const words = auditWords();

type Column = CsvColumn<AuditEvent>;

const column = (field: keyof typeof auditLabels, value: Column["value"]): Column => ({
  label: auditLabels[field],
  value,
});

export const auditCsv: readonly Column[] = [
  column("occurredAt", ({ occurredAt }) => formatDateTime(occurredAt)),
  column("operation", ({ operation }) => operationLabel(words, operation)),
  column("outcome", ({ outcome }) => outcomeLabels[outcome]),
  column("actorKind", ({ actor }) => actorKindLabels[actor.kind]),
  column("actorName", ({ actor }) => actor.name),
  column("actorId", ({ actor }) => actor.id ?? ""),
  column("organizationName", ({ organizationName }) => organizationName ?? ""),
  column("targetKind", ({ target }) => targetKindLabel(words, target.kind)),
  column("targetName", ({ target }) => target.name ?? ""),
  column("targetId", ({ target }) => target.id ?? ""),
  column("changes", (event) => changeWords(words, event).map(changeSentence).join("\n")),
  column("counts", (event) => countWords(event)),
  column("reason", ({ reason }) => reason ?? ""),
  column("address", ({ address }) => address ?? ""),
  column("requestId", ({ requestId }) => requestId ?? ""),
];
