/** Kinds of what erasing removes or rewrites, in the order of the screens. */
export const ERASED_KINDS = [
  "users",
  "accounts",
  "sessions",
  "memberships",
  "locks",
  "lockRequests",
  "contracts",
  "adjustments",
  "imports",
  "userImports",
  "importedPeople",
  "contractImports",
  "importedContracts",
  "alerts",
  "mails",
  "storedAnswers",
  "views",
  "jobs",
  "deliveries",
  "auditEvents",
] as const;
export type ErasedKind = (typeof ERASED_KINDS)[number];
