import type { Identifier } from "react-admin";
import { RECENT_PREFIX } from "../../providers/signIn/signOutTasks.ts";
import { userProfile } from "../../providers/signIn/userProfile.ts";

/** Kinds of records with a page of their own, by the name of their resource. */
const KINDS = ["contracts", "organizations", "users", "dictionaries", "workspaces"] as const;
type RecentKind = (typeof KINDS)[number];

export interface RecentRecord {
  kind: RecentKind;
  id: string;
  title: string;
}

const MOST = 10;

/** Of this person in this organization. */
function storageKey(): string | undefined {
  const { userId, email, organizationId } = userProfile.get();
  // The profile of the admin area has no user ID.
  const person = userId || email;
  return person ? `${RECENT_PREFIX}${person}.${organizationId}` : undefined;
}

/** The records that this person opened last in this browser, the latest first. */
export function recentRecords(): RecentRecord[] {
  const key = storageKey();
  try {
    const stored: unknown = JSON.parse((key && window.localStorage.getItem(key)) || "[]");
    return Array.isArray(stored) ? stored.filter(isRecord).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Puts a record first; one of a kind without pages is left out. */
export function rememberRecord(resource: string, id: Identifier, title: string): void {
  const key = storageKey();
  const record = { kind: resource, id: String(id), title };
  if (!key || !isRecord(record)) return;
  const others = recentRecords().filter(
    ({ kind, id: other }) => kind !== record.kind || other !== record.id,
  );
  try {
    window.localStorage.setItem(key, JSON.stringify([record, ...others].slice(0, MOST)));
  } catch {
    // The storage may be full or disabled.
  }
}

function isRecord(stored: unknown): stored is RecentRecord {
  const { kind, id, title }: Record<string, unknown> = Object(stored);
  const isText = typeof id === "string" && typeof title === "string" && title !== "";
  return isText && KINDS.some((known) => known === kind);
}
