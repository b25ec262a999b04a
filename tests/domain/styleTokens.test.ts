import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const TOKENS = "src/layout/tokens.css";
/** Paper has colours of its own. */
const PRINT = "src/layout/print.css";
/** What many parts share, each class of which has a use. */
const PRIMITIVES = ["looks", "primitives", "spaces"];
/** The sheets of the page, whose classes every part can take by name. */
const SHARED = ["base", ...PRIMITIVES, "print", "forcedColours"].map(
  (name) => `src/layout/${name}.css`,
);

/** 0 hides the text of a button that shows its icon alone. */
const FONT_SIZE = /^(?:var\(--ki-(?:caption|body|section|title|figure)\)|inherit|0)$/;
/** Lines and optical corrections. From 36 px on it is a length: room for a control. */
const SPACES = [0, 1, 2];
const LENGTH = 36;

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).map(
  (name) => `src/${name}`,
);
const sheets = files.filter((path) => path.endsWith(".css") && path !== TOKENS);

/** The declarations that match, as "file: property: value". */
function declarations(pattern: RegExp, paths = sheets) {
  return paths.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/^\s*([\w-]+):\s*([^;{}]+);/gm)]
      .filter(([, property = ""]) => pattern.test(property))
      .map(([, property = "", value = ""]) => ({ path, property, value })),
  );
}

const shown = (found: ReturnType<typeof declarations>) =>
  found.map(({ path, property, value }) => `${path}: ${property}: ${value}`);

test("every font size is one of the six roles", () => {
  const sizes = declarations(/^font-size$/);
  const shorthands = declarations(/^font$/);
  expect(sizes.length).toBeGreaterThan(50);
  expect(shown(sizes.filter(({ value }) => !FONT_SIZE.test(value)))).toEqual([]);
  expect(shown(shorthands.filter(({ value }) => /\d(?:px|rem|em)\s*\//.test(value)))).toEqual([]);
});

test("every space is one of the rhythm", () => {
  const spaces = declarations(
    /^(?:(?:row-|column-)?gap|padding(?:-[a-z-]+)?|margin(?:-[a-z-]+)?)$/,
  );
  const outside = spaces.filter(({ value }) =>
    [...value.matchAll(/(\d+(?:\.\d+)?)(px|rem)/g)].some(
      ([, size, unit]) =>
        unit === "rem" || !(SPACES.includes(Number(size)) || Number(size) >= LENGTH),
    ),
  );
  expect(spaces.length).toBeGreaterThan(300);
  expect(shown(outside)).toEqual([]);
});

test("every corner is one of the tokens", () => {
  const corners = declarations(/^border-(?:[a-z-]+-)?radius$/);
  expect(shown(corners.filter(({ value }) => /\dpx|\drem/.test(value)))).toEqual([]);
});

test("colours stand in the tokens only", () => {
  const colours = declarations(
    /./,
    sheets.filter((path) => path !== PRINT),
  ).filter(({ value }) =>
    /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(|(?:^|\s)(?:white|black|gr[ae]y|red|orange|green|blue)\b/i.test(
      value,
    ),
  );
  expect(shown(colours)).toEqual([]);
});

test("every token that is used is declared", () => {
  const declared = new Set(
    files
      .filter((path) => /\.(?:css|tsx?)$/.test(path))
      .flatMap((path) =>
        [...readFileSync(path, "utf8").matchAll(/(--ki-[\w-]+)["']?\s*[:,]/g)].map(
          ([, name]) => name,
        ),
      ),
  );
  const used = sheets.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/var\((--ki-[\w-]+)/g)].map(([, name]) => name),
  );
  expect([...new Set(used)].filter((name) => !declared.has(name))).toEqual([]);
});

const components = files
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, code: readFileSync(path, "utf8") }));

/** The sheets that a component imports, with the code that takes their classes. */
const imports = components.flatMap(({ path, code }) =>
  [...code.matchAll(/^import (\w+) from "(.+\.module\.css)";$/gm)].map(
    ([, name = "", sheet = ""]) => ({ path, code, name, sheet: join(dirname(path), sheet) }),
  ),
);

test("every class that a component takes from a sheet stands there", () => {
  const missing = imports.flatMap(({ path, code, name, sheet }) => {
    const css = readFileSync(sheet, "utf8");
    const taken = [
      ...code.matchAll(new RegExp(`(?:className=\\{|\\$\\{|class\\w*: )${name}\\.(\\w+)`, "gi")),
    ];
    return taken
      .map(([, part = ""]) => part)
      .filter((part) => !new RegExp(`\\.${part}\\b`).test(css))
      .map((part) => `${path}: ${name}.${part}`);
  });
  expect(missing).toEqual([]);
});

test("every class of a sheet is taken by a component", () => {
  const modules = sheets.filter((path) => path.endsWith(".module.css"));
  const unused = modules.flatMap((path) => {
    const takers = imports.filter(({ sheet }) => sheet === path);
    // A class that a value chooses stands in the code as a text.
    const isTaken = (part: string) =>
      takers.some(
        ({ code, name }) =>
          new RegExp(`\\b${name}\\.${part}\\b`).test(code) ||
          (code.includes(`${name}[`) && code.includes(`"${part}"`)),
      );
    return classesOf(path)
      .filter((part) => !isTaken(part))
      .map((part) => `${path}: .${part}`);
  });
  expect(modules.length).toBeGreaterThan(50);
  expect(unused).toEqual([]);
});

test("every class that a component takes by name is one of the page's own", () => {
  const shared = new Set(SHARED.flatMap(classesOf));
  const taken = components.flatMap(({ path, code }) =>
    [...code.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, text, template]) =>
      (text ?? template ?? "")
        .replace(/\$\{[^}]*\}/g, "")
        .split(/\s+/)
        .filter(Boolean)
        .map((part) => ({ path, part })),
    ),
  );
  expect(taken.length).toBeGreaterThan(500);
  expect(taken.filter(({ part }) => !shared.has(part))).toEqual([]);
  const used = new Set(taken.map(({ part }) => part));
  const primitives = PRIMITIVES.flatMap((name) => classesOf(`src/layout/${name}.css`));
  expect(primitives.filter((part) => !used.has(part))).toEqual([]);
});

test("no sheet is longer than 300 lines", () => {
  const long = sheets.filter((path) => readFileSync(path, "utf8").split("\n").length > 301);
  expect(long).toEqual([]);
});

/** The classes that a sheet declares; those of MUI and of the whole page come from elsewhere. */
function classesOf(path: string): string[] {
  const selectors = readFileSync(path, "utf8")
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/:global\([^)]*\)/g, "")
    .replace(/\{[^{}]*\}/g, "{}");
  return [...new Set([...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, part = ""]) => part))];
}
