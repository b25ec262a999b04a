import { z } from "zod";
import { calendarDate } from "../contracts/schemas.ts";

const ACTOR_KINDS = ["user", "serviceKey", "system", "operator"] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

const OUTCOMES = ["DONE", "REFUSED"] as const;

/** A time as the database keeps it, to the microsecond. */
const microseconds = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  .meta({ format: "date-time", description: "To the microsecond." });

/** A value of JSON. It is no recursive schema, which generators of clients cannot name. */
const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

const fieldChange = z
  .object({
    field: z.string().meta({ description: "By its name in the API; `entry` for a whole entry." }),
    /** The entry that changed, where an event is about several. */
    entryId: z.int().optional(),
    before: value,
    after: value,
  })
  .meta({ id: "AuditChange" });
export type FieldChange = z.infer<typeof fieldChange>;

/** An event of the audit log (docs/product/audit.md). Names are those of its time. */
export const auditEvent = z
  .object({
    auditEventId: z.int(),
    occurredAt: microseconds,
    operation: z.string().meta({ description: "The operationId, or the name of a job." }),
    outcome: z.enum(OUTCOMES).meta({ id: "AuditOutcome" }),
    actor: z.object({
      kind: z.enum(ACTOR_KINDS).meta({ id: "AuditActorKind" }),
      id: z.string().nullable(),
      name: z.string(),
    }),
    organizationId: z.int().meta({ description: "0 for the provider's own." }),
    organizationName: z.string().nullable().meta({ description: "As it is now." }),
    target: z.object({
      kind: z.string().meta({
        description: "A kind of record, `file` for a download, or `request` for a refusal.",
      }),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
    changes: z.array(fieldChange),
    counts: z.record(z.string(), z.int()).nullable(),
    reason: z.string().nullable(),
    requestId: z.string().nullable(),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    act: z
      .object({
        actId: z.uuid(),
        parts: z.int().nullable().meta({
          description: "How many events the event of the whole stands for; null for one of them.",
        }),
      })
      .nullable()
      .meta({ description: "Of what was done to many records at once." }),
  })
  .meta({ id: "AuditEvent" });
export type AuditEvent = z.infer<typeof auditEvent>;

/** A page of events; `next` continues after it, null at the end of the period. */
export const auditEventPage = z
  .object({ content: z.array(auditEvent), next: z.string().nullable() })
  .meta({ id: "AuditEventPage" });
export type AuditEventPage = z.infer<typeof auditEventPage>;

const text = (longest: number) => z.string().min(1).max(longest).optional();

/** The filters of GET /audit-events in the staff area. Days are those of Tokyo. */
export const ownAuditFilters = {
  from: calendarDate
    .optional()
    .meta({ format: "date", description: "29 days before `to` by default." }),
  to: calendarDate.optional().meta({ format: "date", description: "Today by default." }),
  actorId: text(128),
  targetKind: text(50),
  targetId: text(128).meta({ description: "Needs `targetKind`, since kinds number apart." }),
  operation: z
    .string()
    .regex(/^\w{1,60}(,\w{1,60}){0,9}$/)
    .transform((list) => list.split(","))
    .optional()
    .meta({ description: "One or several, separated by commas.", sentAs: { type: "string" } }),
  outcome: z.enum(OUTCOMES).optional(),
  q: z.string().max(100).optional().meta({ description: "Part of the name of actor or target." }),
};

export const auditFilters = {
  ...ownAuditFilters,
  organizationId: z.coerce.number().int().min(0).optional(),
};

/** The seal of a day: SHA-256 over the seal before and the events of the day. */
const auditSeal = z
  .object({
    organizationId: z.int().meta({ description: "0 for the provider's own." }),
    organizationName: z.string().nullable().meta({ description: "As it is now." }),
    day: z.string().meta({ format: "date" }),
    count: z.int(),
    root: z.string().meta({ description: "SHA-256 in hexadecimal." }),
    previousRoot: z.string().nullable(),
    version: z.int(),
    sealedAt: microseconds,
  })
  .meta({ id: "AuditSeal" });
export type AuditSeal = z.infer<typeof auditSeal>;

export const auditSeals = z.object({ seals: z.array(auditSeal) }).meta({ id: "AuditSeals" });
export type AuditSeals = z.infer<typeof auditSeals>;

const storedSeal = auditSeal
  .pick({ organizationId: true, day: true, root: true, version: true, sealedAt: true })
  .partial({ version: true, sealedAt: true });
export type StoredSeal = z.infer<typeof storedSeal>;

/** What `verify-audit --seals` needs of such an answer that was kept elsewhere. */
export const storedSeals = z.object({ seals: z.array(storedSeal) });
