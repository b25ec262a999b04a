import { type Filter, parse } from "scim2-parse-filter";
import {
  LONGEST_FILTER,
  MOST_COMPARISONS,
  SCIM_SCHEMAS,
  scimSentences,
} from "../../../../domain/scim/schemas.ts";
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
