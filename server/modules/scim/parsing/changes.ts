import { type Filter, parse } from "scim2-parse-filter";
import {
  LONGEST_FILTER,
  MOST_COMPARISONS,
  SCIM_SCHEMAS,
  type ScimOperation,
  type ScimPatch,
  type ScimResource,
  scimSentences,
} from "../../../../domain/scim/schemas.ts";
import { refusedIn } from "../../../../domain/text/unseen.ts";
import { ScimProblem } from "../../../scimProblem.ts";

/** One comparison by `eq`; the attribute in lower case, with its path: `emails.value`. */
export interface Comparison {
  attribute: string;
  value: string | number | boolean | null;
}

/** The tokenizer of the package takes exponential time for line breaks in a text that does not end. */
const CONTROL = /\p{Cc}/u;

const CORE = [SCIM_SCHEMAS.user, SCIM_SCHEMAS.group].map((schema) => `${schema}:`.toLowerCase());

/** An attribute without the schema in front, which directories may send; undefined for an extension. */
export function coreAttribute(path: string): string | undefined {
  const lower = path.toLowerCase();
  const schema = CORE.find((prefix) => lower.startsWith(prefix));
  const attribute = lower.slice(schema?.length ?? 0);
  return attribute.startsWith("urn:") ? undefined : attribute;
}

/**
 * The comparisons of a filter, all of which have to hold. Throws 400 invalidFilter for any other, and
 * for more than MOST_COMPARISONS.
 */
export function comparisonsOf(filter: string): Comparison[] {
  if (filter.length > LONGEST_FILTER || CONTROL.test(filter)) throw invalidFilter();
  let parsed: Filter;
  try {
    parsed = parse(filter);
  } catch {
    throw invalidFilter();
  }
  const comparisons = flattened(parsed);
  if (comparisons.length > MOST_COMPARISONS) throw invalidFilter();
  return comparisons;
}

function flattened(filter: Filter): Comparison[] {
  if ("filters" in filter && filter.op === "and") return filter.filters.flatMap(flattened);
  if ("valFilter" in filter) {
    const list = attributeOf(filter.attrPath);
    return flattened(filter.valFilter).map((one) => ({
      ...one,
      attribute: `${list}.${one.attribute}`,
    }));
  }
  if ("compValue" in filter && filter.op === "eq") {
    return [{ attribute: attributeOf(filter.attrPath), value: filter.compValue }];
  }
  throw invalidFilter();
}

function attributeOf(path: string): string {
  const attribute = coreAttribute(path);
  if (attribute === undefined) throw invalidFilter();
  return attribute;
}

export function invalidFilter(): ScimProblem {
  return new ScimProblem("invalidFilter", scimSentences.filter);
}

const OPS = ["add", "replace", "remove"] as const;
type Op = (typeof OPS)[number];

/** What is asked of one attribute, named in lower case. */
export interface AttributeChange {
  op: Op;
  attribute: string;
  /** Which elements of a list, such as those of `emails[type eq "work"]`. */
  which: readonly Comparison[];
  /** A part of the value, such as `givenname`. */
  part: string | undefined;
  value: unknown;
  /** As it was sent. */
  path: string;
}

/** What a server says of a resource and no directory changes; they send it back all the same. */
const READ_ONLY = ["schemas", "id", "meta", "groups"];

const PATH = /^([a-z$][\w$-]*)(?:\[(.+)\])?(?:\.([a-z$][\w$-]*))?$/i;

/**
 * The changes of a PATCH, in their order. Takes `op` in any case, and values without a path, whose
 * names may be paths themselves (`{"name.givenName": "花子"}`). Throws 400.
 */
export function changesOf({ Operations }: ScimPatch): AttributeChange[] {
  return Operations.flatMap((operation) => {
    const { path, value } = operation;
    const op = opOf(operation);
    if (path) return [changeOf(op, path, value)];
    if (op === "remove") throw new ScimProblem("noTarget", scimSentences.noTarget);
    return Object.entries(objectOf("value", value))
      .filter(([name]) => !isReadOnly(name))
      .map(([name, inner]) => changeOf(op, name, inner));
  });
}

/** The attributes of a whole resource; `known` are those that are supported, in lower case. */
export function attributesOf(resource: ScimResource, known: readonly string[]): AttributeChange[] {
  return Object.entries(resource)
    .filter(([name]) => known.includes(coreAttribute(name) ?? ""))
    .map(([name, value]) => changeOf("replace", name, value));
}

function opOf({ op }: ScimOperation): Op {
  const known = OPS.find((one) => one === op.toLowerCase());
  if (!known) throw new ScimProblem("invalidSyntax", scimSentences.op(op));
  return known;
}

function changeOf(op: Op, path: string, value: unknown): AttributeChange {
  if (path.length > LONGEST_FILTER) throw unknownPath(path);
  // The schema in front is written in letters alone; what is compared may hold anything.
  const core = coreAttribute(path);
  const [, attribute, which, part] = PATH.exec(path.slice(path.length - (core?.length ?? 0))) ?? [];
  if (core === undefined || attribute === undefined) throw unknownPath(path);
  return {
    op,
    attribute: attribute.toLowerCase(),
    which: which === undefined ? [] : comparisonsOf(which),
    part: part?.toLowerCase(),
    value,
    path,
  };
}

function isReadOnly(name: string): boolean {
  return READ_ONLY.includes(coreAttribute(name) ?? "");
}

export function objectOf(attribute: string, value: unknown): object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrongValue(attribute);
  }
  return value;
}

/** So much of a path stands in a sentence. */
const SHOWN = 200;

export function unknownPath(path: string): ScimProblem {
  return new ScimProblem("invalidPath", scimSentences.path(path.slice(0, SHOWN)));
}

export function wrongValue(attribute: string): ScimProblem {
  return new ScimProblem("invalidValue", scimSentences.value(attribute.slice(0, SHOWN)));
}

const LONGEST = 256;

/** A text as it was sent; undefined for none. Throws 400 invalidValue. */
export function textOf(attribute: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value !== "string" || value.length > LONGEST || refusedIn(value, false)) {
    throw wrongValue(attribute);
  }
  return value;
}

/** A boolean, which some directories send as text in any case. Throws 400 invalidValue. */
export function booleanOf(attribute: string, value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (text === "true") return true;
  if (text === "false") return false;
  throw wrongValue(attribute);
}

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
