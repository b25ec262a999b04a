import type { WorkspaceMember } from "../../../../domain/workspaces.ts";

/** What is to become of the members with the next save; kept apart from whom it starts from. */
export interface MemberChanges {
  added: readonly WorkspaceMember[];
  /** userIds. */
  removed: readonly string[];
}

export const NO_CHANGES: MemberChanges = { added: [], removed: [] };

export interface MemberRecord extends WorkspaceMember {
  /** The userId, as react-admin's lists want it. */
  id: string;
  change: "added" | "removed" | null;
}

type Members = readonly WorkspaceMember[];

const has = (members: Members, userId: string) => members.some((each) => each.userId === userId);

/** The changes that still change something: others may have done the same meanwhile. */
export function effective(basis: Members, { added, removed }: MemberChanges): MemberChanges {
  return {
    added: added.filter(({ userId }) => !has(basis, userId)),
    removed: removed.filter((userId) => has(basis, userId)),
  };
}

/** Who is to be added comes first, where the eye is; then the members as they are. */
export function rowsOf(basis: Members, changes: MemberChanges): MemberRecord[] {
  const { added, removed } = effective(basis, changes);
  return [
    ...added.map((member) => ({ ...member, id: member.userId, change: "added" as const })),
    ...basis.map((member) => ({
      ...member,
      id: member.userId,
      change: removed.includes(member.userId) ? ("removed" as const) : null,
    })),
  ];
}

/** userIds of the members after the changes: what PUT /workspaces/{id}/members takes. */
export function membersAfter(basis: Members, changes: MemberChanges): string[] {
  return rowsOf(basis, changes)
    .filter(({ change }) => change !== "removed")
    .map(({ userId }) => userId);
}

/** Adds a person, or keeps a member who was to be taken out. */
export function withPerson(changes: MemberChanges, person: WorkspaceMember): MemberChanges {
  const others = without(changes, person.userId);
  const wasOut = changes.removed.includes(person.userId);
  return wasOut ? others : { ...others, added: [person, ...others.added] };
}

export function withoutMember(changes: MemberChanges, userId: string): MemberChanges {
  return { ...changes, removed: [...changes.removed, userId] };
}

/** Takes back what was to become of a person. */
export function without({ added, removed }: MemberChanges, userId: string): MemberChanges {
  return {
    added: added.filter((each) => each.userId !== userId),
    removed: removed.filter((each) => each !== userId),
  };
}

/** Whom others have added and taken out between two readings. */
export function changedMeanwhile(before: Members, now: Members) {
  return {
    joined: now.filter(({ userId }) => !has(before, userId)),
    left: before.filter(({ userId }) => !has(now, userId)),
  };
}
