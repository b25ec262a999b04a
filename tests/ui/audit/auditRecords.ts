import type { AuditEvent } from "../../../domain/audit/schemas.ts";

/** An event by which an admin of the provider raised the cap of contract 1. */
export function anEvent(given: Partial<AuditEvent> = {}): AuditEvent {
  return {
    auditEventId: 11,
    occurredAt: "2026-11-20T01:15:30.000042Z",
    operation: "updateContract",
    outcome: "DONE",
    actor: { kind: "user", id: "u-yamamoto", name: "山本 直樹" },
    organizationId: 1,
    organizationName: "デモ株式会社",
    target: { kind: "contract", id: "1", name: "デモ株式会社 2026/04〜2027/03" },
    changes: [{ field: "maxTranscriptCount", before: 120, after: 200 }],
    counts: null,
    reason: null,
    requestId: "request-1",
    address: "192.0.2.10",
    userAgent: "Mozilla/5.0",
    act: null,
    ...given,
  };
}

/** The event with which its contract began, with its cap as it was then. */
export const created = anEvent({
  auditEventId: 1,
  occurredAt: "2026-04-01T00:00:00.000000Z",
  operation: "createContract",
  changes: [
    { field: "startDate", before: null, after: "2026-04-01" },
    { field: "maxTranscriptCount", before: null, after: 120 },
    { field: "maxTranscriptMinutes", before: null, after: null },
    { field: "memo", before: null, after: "" },
  ],
});
