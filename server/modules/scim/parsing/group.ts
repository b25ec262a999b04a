import { type ScimResource, scimSentences } from "../../../../domain/scim/schemas.ts";
import { ScimProblem } from "../../../scimProblem.ts";
import {
  type AttributeChange,
  attributesOf,
  objectOf,
  textOf,
  unknownPath,
  wrongValue,
} from "./changes.ts";

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
  // One set for all operations, of which there may be as many as members.
  const members = new Set(before.members);
  for (const change of asked) {
    if (change.attribute === "members") changeMembers(members, change);
    else Object.assign(group, changedPart(change));
  }
  return { ...group, members: [...members] };
}

function changedPart(change: AttributeChange): Partial<SentGroup> {
  const { op, attribute, which, part, path, value } = change;
  const isPlain = which.length === 0 && part === undefined;
  if (!isPlain || !ATTRIBUTES.includes(attribute)) throw unknownPath(path);
  const text = op === "remove" ? undefined : textOf(path, value);
  if (attribute === "externalid") return { externalId: text };
  if (text === undefined) throw missing("displayName");
  return { displayName: text };
}

function changeMembers(members: Set<string>, change: AttributeChange): void {
  const { op, which, part, path, value } = change;
  if (part !== undefined) throw unknownPath(path);
  if (which.length > 0) {
    const [{ attribute, value: wanted } = { attribute: "", value: null }, ...others] = which;
    if (op !== "remove" || attribute !== "value" || others.length > 0) throw unknownPath(path);
    members.delete(String(wanted));
    return;
  }
  const sent = memberIds(path, value);
  // Without a value all of them go (RFC 7644, 3.5.2.2).
  if (op === "replace" || (op === "remove" && isNothing(value))) members.clear();
  if (op === "remove") for (const id of sent) members.delete(id);
  else for (const id of sent) members.add(id);
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
