import {
  LONGEST_FILTER,
  type ScimOperation,
  type ScimPatch,
  type ScimResource,
  scimSentences,
} from "../../../../domain/scim/schemas.ts";
import { refusedIn } from "../../../../domain/text/unseen.ts";
import { ScimProblem } from "../../../scimProblem.ts";
import { type Comparison, comparisonsOf, coreAttribute } from "./filter.ts";

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
