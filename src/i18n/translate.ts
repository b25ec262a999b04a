// biome-ignore lint/style/noRestrictedImports: this gives it the keys of the catalogue.
import { useTranslate as useAnyText } from "react-admin";
import type { Catalogue, ResourceTexts } from "./ja/index.ts";

type KeyOf<Texts> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? Name
    : `${Name}.${KeyOf<Texts[Name]>}`;
}[keyof Texts & string];

/** A key of the catalogue: `app.draft.found`. */
export type TextKey = KeyOf<Catalogue>;

type GroupOf<Key> = Key extends `${infer First}.${infer Rest}`
  ? First | `${First}.${GroupOf<Rest>}`
  : never;

/** What is left of the keys of a group: `found` in `app.draft`. */
export type KeyIn<Group extends string, Key = TextKey> = Key extends `${Group}.${infer Rest}`
  ? Rest
  : never;

type AnyResource = `resources.${keyof ResourceTexts}`;

/** A field that some resource has. */
export type ResourceField = KeyIn<`${AnyResource}.fields`>;

export interface Translate {
  /** For what may be a key or a finished text, such as a name. */
  (keyOrText: string, values: { _: string }): string;
  (key: TextKey, values?: object): string;
}

/** react-admin's hook with checked keys. */
export const useTranslate: () => Translate = useAnyText;

/**
 * The texts of one group: after `const text = useText("app.draft")`, `text("found")`. `shared` are
 * the values of all of them.
 */
export function useText<Group extends GroupOf<TextKey>>(group: Group, shared?: object) {
  const translate = useAnyText();
  return (key: KeyIn<Group>, values?: object) =>
    translate(`${group}.${key}`, { ...shared, ...values });
}

/** The texts of a resource that a shared component does not know. Some resource has each key. */
export function useResourceText(resource: string) {
  const translate = useAnyText();
  return (key: KeyIn<AnyResource>, values?: object) =>
    translate(`resources.${resource}.${key}`, values);
}
