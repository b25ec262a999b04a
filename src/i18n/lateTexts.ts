/** The texts of screens that load late, by their keys. */
export const lateTexts = new Map<string, string>();

/** Adds the texts of a group, such as `resources.erasures`; called by the file that has them. */
export function addTexts(group: string, texts: object): void {
  for (const [key, text] of textsOf(texts, `${group}.`)) lateTexts.set(key, text);
}

/** Nested texts by their whole keys. */
export function textsOf(tree: object, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === "string"
      ? [[`${path}${name}`, value] as [string, string]]
      : textsOf(value, `${path}${name}.`),
  );
}
