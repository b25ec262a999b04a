import { namesOfPeople, staleRowSentence } from "../bulkSentences.ts";
import type { ScimRole } from "../scim/stored.ts";
import { formatNumber } from "../text/numbers.ts";
import { personSentences } from "../userImports/sentences.ts";
import { managedSentence, ownRightsSentence } from "./labels.ts";
import { canBeInvited, type IdentityError, type ManagedBy, type UserStatus } from "./rules.ts";

/** What can be done to many users at once (docs/product/people.md#many-at-once). */
export const USER_ACTIONS = [
  "DISABLE",
  "ENABLE",
  "RESEND_INVITATION",
  "MAKE_DICTIONARY_ADMIN",
  "UNMAKE_DICTIONARY_ADMIN",
] as const;

/** Those about a workspace, which organization admins have beside the others. */
export const WORKSPACE_ACTIONS = ["ADD_TO_WORKSPACE", "REMOVE_FROM_WORKSPACE"] as const;
export type WorkspaceAction = (typeof WORKSPACE_ACTIONS)[number];

export type ManyAction = (typeof USER_ACTIONS)[number] | WorkspaceAction;

/** The most groups of a request: several actions on different users. */
export const MOST_GROUPS = 10;

/** The action that takes another one back; null for mails. */
export const inverseActions = {
  DISABLE: "ENABLE",
  ENABLE: "DISABLE",
  RESEND_INVITATION: null,
  MAKE_DICTIONARY_ADMIN: "UNMAKE_DICTIONARY_ADMIN",
  UNMAKE_DICTIONARY_ADMIN: "MAKE_DICTIONARY_ADMIN",
  ADD_TO_WORKSPACE: "REMOVE_FROM_WORKSPACE",
  REMOVE_FROM_WORKSPACE: "ADD_TO_WORKSPACE",
} as const satisfies Record<ManyAction, ManyAction | null>;

/** What the event of a request counts, by the name of the count in the audit log. */
export const countedAs = {
  DISABLE: "disabled",
  ENABLE: "enabled",
  RESEND_INVITATION: "mailed",
  MAKE_DICTIONARY_ADMIN: "dictionaryAdmins",
  UNMAKE_DICTIONARY_ADMIN: "noDictionaryAdmins",
  ADD_TO_WORKSPACE: "joined",
  REMOVE_FROM_WORKSPACE: "left",
} as const satisfies Record<ManyAction, string>;

/** The target of that event: it names nobody, since the events of the users do. */
export const peopleCounted = (count: number) => `${formatNumber(count)}人`;

export type Refusal = "OWN" | "ERASED" | "NO_MEMBER" | "STALE" | "MANAGED";

interface Person {
  status: UserStatus;
  isDictionaryAdmin: boolean;
  /** 0 for system admins. */
  organizationId: number;
  identityError: IdentityError | null;
  erasedAt: string | null;
  managedBy: ManagedBy | null;
  managedRoles: readonly ScimRole[];
}

/**
 * What an action does to a user: a change, nothing because it is so already, or why it is refused.
 * Workspaces are looked up elsewhere, so to a member who is not erased theirs are a change.
 */
export function effectOn(
  person: Person,
  action: ManyAction,
  { own }: { own: boolean },
): "CHANGE" | "NONE" | Refusal {
  switch (action) {
    case "DISABLE":
      if (person.status === "DISABLED") return "NONE";
      if (person.managedBy) return "MANAGED";
      return own ? "OWN" : "CHANGE";
    case "ENABLE":
      if (person.erasedAt !== null) return "ERASED";
      if (person.status !== "DISABLED") return "NONE";
      return person.managedBy ? "MANAGED" : "CHANGE";
    case "RESEND_INVITATION":
      return canBeInvited(person) ? "CHANGE" : "NONE";
    case "MAKE_DICTIONARY_ADMIN":
    case "UNMAKE_DICTIONARY_ADMIN":
      if (person.isDictionaryAdmin === (action === "MAKE_DICTIONARY_ADMIN")) return "NONE";
      if (person.organizationId === 0) return "NO_MEMBER";
      if (person.erasedAt !== null) return "ERASED";
      if (person.managedRoles.includes("dictionaryAdmin")) return "MANAGED";
      return own ? "OWN" : "CHANGE";
    case "ADD_TO_WORKSPACE":
    case "REMOVE_FROM_WORKSPACE":
      if (person.organizationId === 0) return "NO_MEMBER";
      return person.erasedAt === null ? "CHANGE" : "ERASED";
  }
}

export const refusalSentences: Record<Refusal, string> = {
  OWN: ownRightsSentence,
  ERASED: personSentences.erased,
  NO_MEMBER: "組織に所属する利用者のみ変更できます。",
  MANAGED: managedSentence,
  STALE: staleRowSentence,
};

/** Sentences of the API about many users at once. */
export const manySentences = {
  refused: (names: readonly string[]) =>
    `変更できない利用者が含まれているため、誰も変更していません（${namesOfPeople(names)}）。`,
  lastAdmins: (names: readonly string[]) =>
    `管理者がいなくなるため、誰も変更していません（${namesOfPeople(names)}）。`,
  lastOf: (organization: string | null) =>
    organization === null
      ? "システム管理者がいなくなります。"
      : `${organization}の組織管理者がいなくなります。`,
} as const;
