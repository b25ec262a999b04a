import { z } from "zod";
import { type WorkspaceMember, workspaceMember } from "../../../../domain/workspaces/schemas.ts";

/** The unsaved changes of the members, apart from the members that they start from. */
export interface MemberChanges {
  added: readonly WorkspaceMember[];
  /** userIds. */
  removed: readonly string[];
}

export const NO_CHANGES: MemberChanges = { added: [], removed: [] };

const changeTexts = { added: z.array(workspaceMember), removed: z.array(z.string()) };

/** The changes as a draft keeps them. */
export const textOf = ({ added, removed }: MemberChanges) => ({
  added: JSON.stringify(added),
  removed: JSON.stringify(removed),
});

/** The changes that a draft holds; none where it is invalid. */
export function changesIn(values: Readonly<Record<string, unknown>>): MemberChanges {
  const read = (text: unknown): unknown => JSON.parse(String(text));
  try {
    const { data } = z
      .object(changeTexts)
      .safeParse({ added: read(values.added), removed: read(values.removed) });
    return data ?? NO_CHANGES;
  } catch {
    return NO_CHANGES;
  }
}

export interface MemberRecord extends WorkspaceMember {
  /** The userId, as react-admin's lists need it. */
  id: string;
  change: "added" | "removed" | null;
}

type Members = readonly WorkspaceMember[];

const has = (members: Members, userId: string) => members.some((each) => each.userId === userId);

/** The changes that still have an effect: others may have made the same ones meanwhile. */
export function effective(basis: Members, { added, removed }: MemberChanges): MemberChanges {
  return {
    added: added.filter(({ userId }) => !has(basis, userId)),
    removed: removed.filter((userId) => has(basis, userId)),
  };
}

/** Added members come first, then the current ones. */
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

/** The userIds after the changes: the body of PUT /workspaces/{id}/members. */
export function membersAfter(basis: Members, changes: MemberChanges): string[] {
  return rowsOf(basis, changes)
    .filter(({ change }) => change !== "removed")
    .map(({ userId }) => userId);
}

export function withPerson(changes: MemberChanges, person: WorkspaceMember): MemberChanges {
  const others = without(changes, person.userId);
  const wasOut = changes.removed.includes(person.userId);
  return wasOut ? others : { ...others, added: [person, ...others.added] };
}

export function withoutMember(changes: MemberChanges, userId: string): MemberChanges {
  return { ...changes, removed: [...changes.removed, userId] };
}

export function without({ added, removed }: MemberChanges, userId: string): MemberChanges {
  return {
    added: added.filter((each) => each.userId !== userId),
    removed: removed.filter((each) => each !== userId),
  };
}

/** The members that others have added and removed between two reads. */
export function changedMeanwhile(before: Members, now: Members) {
  return {
    joined: now.filter(({ userId }) => !has(before, userId)),
    left: before.filter(({ userId }) => !has(now, userId)),
  };
}
