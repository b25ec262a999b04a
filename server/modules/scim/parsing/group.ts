import type { ScimResource } from "../../../../domain/scim/schemas.ts";
import { scimSentences } from "../../../../domain/scim/sentences.ts";
import { ScimProblem } from "../../../scimProblem.ts";
import {
  type AttributeChange,
  attributesOf,
  objectOf,
  unknownPath,
  wrongValue,
} from "./changes.ts";
import { textOf } from "./values.ts";

/** A group as a directory says; `members` are ids of people. */
export interface SentGroup {
  displayName: string;
  externalId: string | undefined;
  members: readonly string[];
}

const ATTRIBUTES = ["displayname", "externalid", "members"];

/** What a POST or PUT says of a group. A PUT without members leaves them as they are. */
export function sentGroup(resource: ScimResource): readonly AttributeChange[] {
  const changes = attributesOf(resource, ATTRIBUTES);
  if (!changes.some(({ attribute }) => attribute === "displayname")) throw missing("displayName");
  return changes;
}

/** A group after these changes. Throws 400 for what is not supported. */
export function changedGroup(before: SentGroup, asked: readonly AttributeChange[]): SentGroup {
  const group = { ...before };
  for (const change of asked) Object.assign(group, changedPart(group, change));
  return group;
}

function changedPart(group: SentGroup, change: AttributeChange): Partial<SentGroup> {
  const { op, attribute, which, part, path, value } = change;
  if (attribute === "members") return { members: changedMembers(group.members, change) };
  const isPlain = which.length === 0 && part === undefined;
  if (!isPlain || !ATTRIBUTES.includes(attribute)) throw unknownPath(path);
  const text = op === "remove" ? undefined : textOf(path, value);
  if (attribute === "externalid") return { externalId: text };
  if (text === undefined) throw missing("displayName");
  return { displayName: text };
}

function changedMembers(members: readonly string[], change: AttributeChange): readonly string[] {
  const { op, which, part, path, value } = change;
  if (part !== undefined) throw unknownPath(path);
  if (which.length > 0) {
    const [{ attribute, value: wanted } = { attribute: "", value: null }, ...others] = which;
    if (op !== "remove" || attribute !== "value" || others.length > 0) throw unknownPath(path);
    return members.filter((id) => id !== wanted);
  }
  const sent = memberIds(path, value);
  switch (op) {
    case "add":
      return [...new Set([...members, ...sent])];
    case "replace":
      return [...new Set(sent)];
    case "remove":
      // Without a value all of them go (RFC 7644, 3.5.2.2).
      return isNothing(value) ? [] : members.filter((id) => !sent.includes(id));
  }
}

const isNothing = (value: unknown) => value === undefined || value === null || value === "";

function memberIds(path: string, value: unknown): string[] {
  if (isNothing(value)) return [];
  return [value].flat().map((member) => {
    const { value: id } = { value: undefined, ...objectOf(path, member) };
    const text = textOf(path, id);
    if (text === undefined) throw wrongValue(path);
    return text;
  });
}

function missing(attribute: string): ScimProblem {
  return new ScimProblem("invalidValue", scimSentences.required(attribute));
}
