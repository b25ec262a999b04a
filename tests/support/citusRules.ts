import { SINGLE_NODE_TABLES, TENANT_TABLES } from "./tenantTables.ts";

/** A query with its subqueries, each of which stands as `()` in its text. */
interface Query {
  text: string;
  parts: Query[];
}

const NO_ALIAS =
  "where|on|using|left|right|full|inner|cross|join|set|group|order|limit|offset|for|union|except|returning|values|select|having|with|do|default";
const clause =
  /\b(?:from|update|into|using)\b(.*?)(?=\b(?:where|set|group by|order by|limit|union|except|having|returning|select|values)\b|$)/gi;
const source = new RegExp(
  `(?:^|,|\\bjoin\\b)\\s*(?:only\\s+|lateral\\s+)*(\\w+|\\(\\))(?:\\s+as\\b)?(?:\\s+(?!(?:${NO_ALIAS})\\b)(\\w+))?`,
  "gi",
);
const isSubquery = /^\s*(?:select|with|insert|update|delete)\b/i;

/** Without literals, names in quotes and the values of a template. */
function plain(statement: string): string {
  let text = statement.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll('"', "");
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replaceAll(/\$\{[^{}]*\}/g, "$0");
  }
  return text;
}

function parse(text: string): Query {
  const root: Query = { text: "", parts: [] };
  const open: Query[] = [];
  let current = root;
  for (let place = 0; place < text.length; place += 1) {
    const char = text[place] ?? "";
    if (char === "(") {
      open.push(current);
      if (isSubquery.test(text.slice(place + 1))) current = { text: "", parts: [] };
      else current.text += "(";
    } else if (char === ")") {
      const outer = open.pop();
      if (!outer) break;
      if (outer === current) current.text += ")";
      else {
        outer.parts.push(current);
        outer.text += "()";
        current = outer;
      }
    } else current.text += char;
  }
  return root;
}

/** Without parentheses but those of subqueries. */
function flat(text: string): string {
  const inner = text.replaceAll(/\([^()]+\)/g, " ");
  return inner === text ? text : flat(inner);
}

/** The tables that a query reads or writes itself, by alias; "()" for what is no table. */
function sourcesOf({ text }: Query): Map<string, string> {
  const all = [...TENANT_TABLES, ...SINGLE_NODE_TABLES];
  const clauses = [...flat(text).matchAll(clause)].map(([, sources = ""]) => sources);
  return new Map(
    clauses
      .flatMap((sources) => [...sources.matchAll(source)])
      .map(([, name = "", alias = name]) => [alias, all.includes(name) ? name : "()"]),
  );
}

const isTenant = (table: string | undefined) =>
  table !== undefined && TENANT_TABLES.includes(table);
const readsTenant = (query: Query): boolean =>
  [...sourcesOf(query).values()].some(isTenant) || query.parts.some(readsTenant);

const tables = (names: readonly string[]) => new RegExp(`\\b(?:${names.join("|")})\\b`, "i");
const ofTenant = new RegExp(`\\b(?:from|join|into|update) (?:${TENANT_TABLES.join("|")})\\b`, "i");
const ofSingleNode = tables(SINGLE_NODE_TABLES);

const queriesOf = (query: Query): Query[] => [query, ...query.parts.flatMap(queriesOf)];

/** Goes as a whole to the node of the organization that it names. */
function isOfOneNode(query: Query): boolean {
  const texts = queriesOf(query).map(({ text }) => text);
  return (
    !texts.some((text) => ofSingleNode.test(text)) &&
    texts.some((text) => /\borganization_?id\s*=\s*(?:\$\d|\d)/i.test(text))
  );
}

/** Whether a subquery on tenant tables names a column of what is not one of them, outside of it. */
function correlates(query: Query, outside: ReadonlyMap<string, string> = new Map()): boolean {
  const sources = sourcesOf(query);
  const named = [...query.text.matchAll(/\b(\w+)\.\w/g)].map(([, alias = ""]) => alias);
  const isOutside = named.some((alias) => {
    const table = outside.get(alias);
    return !sources.has(alias) && table !== undefined && !isTenant(table);
  });
  if (isOutside && readsTenant(query)) return true;
  if (isOfOneNode(query)) return false;
  // Beside a table of another node those of organizations are results like any other.
  const isMixed = [...sources.values()].some((table) => SINGLE_NODE_TABLES.includes(table));
  const own = [...sources].map(([alias, table]) => [alias, isMixed ? "()" : table] as const);
  return query.parts.some((part) => correlates(part, new Map([...outside, ...own])));
}

const CLOCK = "(?:now|(?:statement|clock|transaction)_timestamp|timeofday)\\(";
const writes = new RegExp(
  `\\b(?:update|delete from|insert into) (?:${TENANT_TABLES.join("|")})\\b`,
  "i",
);
const computesTime = new RegExp(
  `\\breturning\\b.*${CLOCK}|\\bcase\\b(?:(?!\\bend\\b).)*${CLOCK}|\\bcoalesce\\((?:[^()]|\\([^()]*\\))*${CLOCK}`,
  "i",
);
/** What Citus refuses of a statement that names a table of organizations (docs/scaling.md#citus). */
export const CITUS_RULES: Readonly<Record<string, (statement: string) => boolean>> = {
  "takes ids or locks where one node has them": (statement) =>
    ofTenant.test(statement) &&
    /\b(?:nextval|currval|setval|lastval|pg_(?:try_)?advisory\w+)\s*\(/i.test(statement),
  "correlates with a table of another node": (statement) => correlates(parse(plain(statement))),
  "joins a table of all organizations to one of another node": (statement) =>
    queriesOf(parse(plain(statement))).some(
      (query) =>
        [...query.text.matchAll(/\bleft join (\w+)/gi)].some(([, name]) => isTenant(name)) &&
        [...sourcesOf(query).values()].some((name) => SINGLE_NODE_TABLES.includes(name)),
    ),
  "recurs over organizations": (statement) =>
    /\bwith recursive\b/i.test(statement) &&
    ofTenant.test(statement) &&
    !isOfOneNode(parse(plain(statement))),
  "computes a time in RETURNING, CASE or COALESCE of a write": (statement) =>
    queriesOf(parse(plain(statement))).some(
      ({ text }) => writes.test(text) && computesTime.test(text),
    ),
};
