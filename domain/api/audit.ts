import { z } from "zod";
import { auditEventPage, auditFilters, auditSeals, ownAuditFilters } from "../audit/schemas.ts";
import { calendarDate } from "../contracts/schemas.ts";
import { fieldSentences } from "../problems/sentences.ts";
import type { Endpoints } from "./endpoint.ts";
import { csvText, pageSize } from "./parameters.ts";

/** Where a page goes on: time and id of the last event that the page before looked at. */
const after = z
  .string()
  .regex(/^[\d-]{10}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z_[1-9]\d{0,14}$/)
  .refine((text) => calendarDate.safeParse(text.slice(0, 10)).success)
  .transform((text) => {
    const [occurredAt = "", auditEventId] = text.split("_");
    return { occurredAt, auditEventId: Number(auditEventId) };
  })
  .optional()
  .meta({ description: "`next` of the page before.", sentAs: { type: "string" } });

const actId = z.uuid().optional().meta({
  description:
    "What was done to many records at once. `after` its event, which is time and id joined by `_`, come its parts.",
});

/** Filters whose days are in order, and which name the kind of a record beside its id. */
function withWholeFilters<Shape extends z.ZodRawShape>(query: z.ZodObject<Shape>) {
  return query
    .refine(
      (checked) => {
        const from: unknown = Reflect.get(checked, "from");
        const to: unknown = Reflect.get(checked, "to");
        return typeof from !== "string" || typeof to !== "string" || from <= to;
      },
      { path: ["to"], message: fieldSentences.endBeforeStart },
    )
    .refine(
      (checked) =>
        Reflect.get(checked, "targetId") === undefined ||
        Reflect.get(checked, "targetKind") !== undefined,
      { path: ["targetKind"], message: fieldSentences.required() },
    );
}

/** The conditions of the list that a view keeps. Its order is always the same. */
const order = z.literal("occurredAt,desc").optional();
export const auditConditions = withWholeFilters(z.strictObject({ ...auditFilters, sort: order }));
export const ownAuditConditions = withWholeFilters(
  z.strictObject({ ...ownAuditFilters, sort: order }),
);

const sealsQuery = z.strictObject({
  organizationId: z.coerce.number().int().min(0).optional(),
  size: pageSize,
  before: calendarDate.optional().meta({ format: "date", description: "Days before this one." }),
});

const description =
  "Newest first. Without `from` and `to` those of the last 30 days; with `targetId` all of the record. What was done to many records at once is one event, unless `q`, `targetId` or `actId` is given. The next page has `after` = `next`.";

export const auditEndpoints = {
  "GET /audit-events": {
    area: "admin",
    access: "audit.readAll",
    operationId: "listAuditEvents",
    summary: "Lists the events of the audit log",
    description,
    query: withWholeFilters(z.strictObject({ ...auditFilters, actId, size: pageSize, after })),
    answers: { 200: auditEventPage },
  },
  "GET /audit-events/export": {
    area: "admin",
    access: "audit.readAll",
    operationId: "exportAuditEvents",
    audit: "操作ログをダウンロード",
    summary: "Downloads the events of the audit log that the filters select as a CSV file",
    query: withWholeFilters(z.strictObject(auditFilters)),
    answers: { 200: csvText },
    file: "text/csv",
  },
  "GET /audit-seals": {
    area: "admin",
    access: "audit.readAll",
    operationId: "listAuditSeals",
    summary: "Lists the seals of the days of the audit log, the latest first",
    query: sealsQuery,
    answers: { 200: auditSeals },
  },
} satisfies Endpoints<"admin">;

export const ownAuditEndpoints = {
  "GET /audit-events": {
    ...auditEndpoints["GET /audit-events"],
    area: "staff",
    access: "audit.readOwn",
    operationId: "listOwnAuditEvents",
    summary: "Lists the events of the audit log that the caller may see",
    description: `${description} Organization admins see those of their organization, dictionary admins those about dictionaries and their own, others their own sign-ins.`,
    query: withWholeFilters(z.strictObject({ ...ownAuditFilters, actId, size: pageSize, after })),
  },
  "GET /audit-events/export": {
    ...auditEndpoints["GET /audit-events/export"],
    area: "staff",
    access: "audit.readOwn",
    operationId: "exportOwnAuditEvents",
    summary: "Downloads the events of the audit log that the caller may see as a CSV file",
    query: withWholeFilters(z.strictObject(ownAuditFilters)),
  },
  "GET /audit-seals": {
    ...auditEndpoints["GET /audit-seals"],
    area: "staff",
    access: "ownContract.read",
    operationId: "listOwnAuditSeals",
    summary: "Lists the seals of the own organization's days, the latest first",
    query: sealsQuery.omit({ organizationId: true }),
  },
} satisfies Endpoints<"staff">;
