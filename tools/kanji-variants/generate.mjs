// Writes domain/text/kanjiVariants.ts: npm ci && npm run generate.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import initSqlJs from "sql.js";

const here = (...parts) => join(import.meta.dirname, ...parts);
const { version } = JSON.parse(readFileSync(here("node_modules/@mandel59/mojidata/package.json")));
const SQL = await initSqlJs();
const db = new SQL.Database(readFileSync(here("node_modules/@mandel59/mojidata/dist/moji.db")));
const rowsOf = (query) => db.exec(query)[0].values;

const joyo = new Set(rowsOf(`select 漢字 from joyo`).flat());
const jinmei = new Map(rowsOf(`select UCS, value from unihan_kJinmeiyoKanji`));
const isVariant = (kanji) => jinmei.get(kanji)?.includes(":") ?? false;
/** Kanji that are listed in their own right, not as a form of another one. */
const isOwn = (kanji) => joyo.has(kanji) || (jinmei.has(kanji) && !isVariant(kanji));
const jis = new Map(rowsOf(`select UCS, value from unihan_kJis0`));
const inLevel1 = (kanji) => Number(jis.get(kanji)?.slice(0, 2) ?? 99) < 48;
const inJisX0213 = new Set(rowsOf(`select UCS from unihan_kJIS0213 where value like '1,%'`).flat());
const inWindows = new Set(
  // The extensions of NEC and IBM in CP932.
  Array.from({ length: 0x1000 }, (_, n) => [0xed + (n >> 8), n & 0xff]).flatMap((bytes) => [
    ...new TextDecoder("shift_jis").decode(Uint8Array.from(bytes)),
  ]),
);
/** Of no plane that an input method offers, but known from surnames. */
const RARE = "𣘺槗𠮷";
const isTyped = (kanji) =>
  jis.has(kanji) || inJisX0213.has(kanji) || inWindows.has(kanji) || RARE.includes(kanji);

/** In order of trust. Only what `joins` allows is merged. */
const SOURCES = [
  ["joyo_kangxi", "漢字", "康熙字典体", "official"],
  ["kdpv_jinmei1/variant", "subject", "object", "official"],
  ["kdpv_jinmei2/variant", "subject", "object", "official"],
  ["kdpv_hyogai/variant", "subject", "object", "official"],
  ["kdpv_koseki/variant", "subject", "object", "typed"],
  ["kdpv_ucs-scs/variant", "subject", "object", "sameShape"],
  ["kdpv_jisx0213/variant", "subject", "object", "typed"],
];

/** Said by a source, but other names: 宍戸, 暘, つとむ, 一箇. */
const APART = "肉宍 昜陽 昜暘 働仂 箇个 箇ヶ 世丗 坡陂".split(" ");
/** Not said by a source: 斉藤 and 斎藤 are the same surname to who searches. */
const TOGETHER = ["斎斉"];

const groups = new Map();
const groupOf = (kanji) => groups.get(kanji) ?? new Set([kanji]);

function merge(a, b) {
  const all = new Set([...groupOf(a), ...groupOf(b)]);
  for (const kanji of all) groups.set(kanji, all);
}

function joins(kind, a, b) {
  if (APART.includes(a + b) || APART.includes(b + a)) return false;
  if (kind === "official") return true;
  if (!/^\p{Unified_Ideograph}{2}$/u.test(a + b)) return false;
  if (kind === "sameShape" ? !(isTyped(a) || isTyped(b)) : !(isTyped(a) && isTyped(b)))
    return false;
  return ![groupOf(a), groupOf(b)].every((group) => [...group].some(isOwn));
}

for (const [table, one, other, kind] of SOURCES) {
  for (const row of rowsOf(`select "${one}", "${other}" from "${table}" order by 1, 2`)) {
    // Variation selectors and compatibility ideographs are folded before.
    const [a, b] = row.map((text) =>
      text.normalize("NFKC").replaceAll(/[\u{e0100}-\u{e01ef}]/gu, ""),
    );
    if ([...(a + b)].length === 2 && a !== b && joins(kind, a, b)) merge(a, b);
  }
}
for (const [a, b] of TOGETHER) merge(a, b);

/** The standard form comes first. */
const rank = (kanji) =>
  [joyo.has(kanji), !isVariant(kanji), isOwn(kanji), jis.has(kanji)]
    .map((holds) => (holds ? 0 : 1))
    .join("") + String(kanji.codePointAt(0)).padStart(7, "0");
const inOrder = (kanji) => [...kanji].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).join("");

const table = [...new Set(groups.values())]
  .filter((group) => [...group].some((kanji) => isOwn(kanji) || inLevel1(kanji)))
  .map(inOrder)
  .sort((a, b) => a.codePointAt(0) - b.codePointAt(0));

const lines = [""];
for (const group of table) {
  const last = lines.at(-1);
  if ([...last].length + [...group].length > 48) lines.push(group);
  else lines[lines.length - 1] = last === "" ? group : `${last} ${group}`;
}

writeFileSync(
  here("../../domain/text/kanjiVariants.ts"),
  `// Written by tools/kanji-variants from @mandel59/mojidata ${version}.

/**
 * Forms of one kanji, the standard first: the old forms of 常用漢字表, 人名用漢字表 and 表外漢字字体表,
 * the variants of the family register (戸籍統一文字) and of JIS X 0213, and what Unicode encodes twice
 * (source separation), each as collected by the Kanji Database Project (cjkvi-variants, MIT). Two
 * kanji that 常用漢字表 or 人名用漢字表 lists in their own right stay apart, such as 坂 and 阪.
 */
export const KANJI_VARIANTS = \`
${lines.join("\n")}
\`;
`,
);
