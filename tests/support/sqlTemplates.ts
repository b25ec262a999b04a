const BEGIN = /\bsql(?:<[^`]*?>)?`/g;
const NAMED = /\bconst (\w+)(?:: [^=]+)? = (?:\([^()]*\)(?:: [^=]+)? =>\s*)?sql(?:<[^`]*?>)?`/g;
const EXPORTED = new RegExp(`\\bexport ${NAMED.source}`, "g");
const INSERTED = /\$\{\s*(\w+)[^{}]*\}/g;

/** So deep a template may stand in another. */
const DEPTH = 4;

/** The text of a template that begins at a place, and the templates within it. */
function templateAt(source: string, start: number): string {
  let end = start;
  for (let depth = 0; end < source.length; end += 1) {
    const rest = source.slice(end, end + 2);
    if (rest === "${") depth += 1;
    else if (rest[0] === "}" && depth > 0) depth -= 1;
    else if (rest[0] === "`" && depth === 0) break;
  }
  return source.slice(start, end);
}

function templates(source: string, begin: RegExp): { name: string; text: string }[] {
  return [...source.matchAll(begin)].map((match) => ({
    name: match[1] ?? "",
    text: templateAt(source, match.index + match[0].length),
  }));
}

const textsByName = (source: string, begin: RegExp): [string, string][] =>
  templates(source, begin).map(({ name, text }) => [name, text]);

/**
 * The SQL templates of source files. Where one names another of its file or an exported one, such as
 * `${isKey("l", key)}`, the text of the other stands there.
 */
export function sqlTemplates(sources: readonly string[]): string[] {
  const exported = new Map(sources.flatMap((source) => textsByName(source, EXPORTED)));
  return sources.flatMap((source) => {
    const own = new Map(textsByName(source, NAMED));
    const expanded = (text: string, depth = 0): string =>
      text.replaceAll(INSERTED, (whole, name: string) => {
        const other = own.get(name) ?? exported.get(name);
        return other === undefined || depth === DEPTH ? whole : expanded(other, depth + 1);
      });
    return templates(source, BEGIN).map(({ text }) =>
      expanded(text).replaceAll(/\s+/g, " ").trim(),
    );
  });
}
