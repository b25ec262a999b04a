import { ra } from "./ra.ts";

/** What react-admin asks for by key: the name of a resource and the labels of its fields. */
interface ResourceTexts {
  name: string;
  fields?: Readonly<Record<string, string>>;
}

const files = import.meta.glob<Record<string, ResourceTexts>>("./resources/*.ts", { eager: true });

/** Each file of `resources` exports the texts of a resource under its name in code. */
const resources = Object.fromEntries(
  Object.values(files)
    .flatMap((file) => Object.entries(file))
    .map(([name, texts]) => [inUrl(name), { name: texts.name, fields: texts.fields ?? {} }]),
);

/** `service-keys` for `serviceKeys`. */
function inUrl(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The texts that have keys. All others are objects and functions, which their screens import. */
export const ja = { ra, resources };
