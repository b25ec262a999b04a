/** Bodies designed to be expensive; each is about `bytes` long. */
export type BodyShape = (bytes: number, fields: readonly string[]) => string;

/** Not in canonical order, which normalization sorts in quadratic time; 4 bytes a pair. */
const MARKS = "\u0301\u0323";

const filled = (piece: string, bytes: number) =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));

const inFields =
  (text: (bytes: number) => string): BodyShape =>
  (bytes, fields) => {
    const each = text(Math.floor((bytes - 30 * fields.length) / fields.length));
    return JSON.stringify(Object.fromEntries(fields.map((field) => [field, each])));
  };

const inFirst =
  (json: (bytes: number) => string): BodyShape =>
  (bytes, [field]) =>
    `{"${field}":${json(bytes - 40)}}`;

const nested = (open: string, close: string) => (bytes: number) => {
  const depth = Math.floor(bytes / (open.length + close.length));
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
};

const list = (item: string) => (bytes: number) =>
  `[${Array(Math.floor(bytes / (item.length + 1)))
    .fill(item)
    .join(",")}]`;

const keys = (name: (index: number) => string, count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"${name(index)}":1`).join(",")}}`;

export const bodyShapes: Record<string, BodyShape> = {
  "combining marks in every text": inFields((bytes) => `a${filled(MARKS, bytes)}`),
  "combining marks in one text": (bytes, [field]) =>
    inFields((size) => `a${filled(MARKS, size)}`)(bytes, [field ?? ""]),
  "as many combining marks as a text may have": (_, fields) =>
    JSON.stringify(
      Object.fromEntries(fields.map((field) => [field, `a${MARKS.repeat(FITTING[field] ?? 90)}`])),
    ),
  "letters that grow under NFKC": inFields((bytes) => filled("\ufdfa", bytes)),
  "decomposed Korean": inFields((bytes) => filled("\u1100\u1161\u11a8", bytes)),
  "pairs of surrogates": inFields((bytes) => filled("𠮷", bytes)),
  "halves of surrogates": (bytes, fields) =>
    inFields((size) => filled("_", size))(bytes, fields).replace(/_{6}/g, "\\ud800"),
  blanks: inFields((bytes) => filled("\u3000", bytes)),
  "line ends": inFields((bytes) => filled("\r\n", bytes / 2)),
  "what begins like an address": inFields((bytes) => `${filled("a.", bytes)}@`),
  "an address without end": inFields((bytes) => `a@${filled("a-", bytes)}`),
  "dates without end": inFields((bytes) => filled("2026-04-01", bytes)),
  "unknown keys": (bytes) => keys((index) => index.toString(36), bytes / 8),
  "unknown keys that are numbers": (bytes) => keys(String, bytes / 9),
  "one key over and over": (bytes) => keys(() => "a", bytes / 6),
  "one long key": (bytes) => keys(() => filled("a", bytes - 10), 1),
  "one long key of combining marks": (bytes) => keys(() => filled(MARKS, bytes - 10), 1),
  "what looks like __proto__": (bytes) => `{"a":${list('"__proto__"')(bytes - 10)}}`,
  "__proto__ in disguise": (bytes) => `{${filled('"\\u005f_proto__"  ', bytes - 10)}}`,
  "nested lists": inFirst(nested("[", "]")),
  "nested objects": inFirst(nested('{"a":', "}")),
  "nested lists without end": (bytes) => filled("[", bytes),
  "a list of numbers": inFirst(list("1")),
  "a list of empty texts": inFirst(list('""')),
  "a list of objects": inFirst(list("{}")),
  "a list of combining marks": inFirst((bytes) => {
    const each = `"a${MARKS.repeat(250)}"`;
    return `[${Array(Math.floor(bytes / Buffer.byteLength(each)))
      .fill(each)
      .join(",")}]`;
  }),
  "a long number": inFirst((bytes) => filled("7", bytes)),
  "a long fraction": inFirst((bytes) => `0.${filled("3", bytes)}`),
  "a long exponent": inFirst((bytes) => `1e${filled("9", bytes)}`),
  "blanks around a value": inFirst((bytes) => `${filled(" ", bytes)}1`),
  "escaped letters": inFirst((bytes) => `"${filled("\\u0061", bytes)}"`),
  "no JSON": (bytes) => filled("a", bytes),
  "JSON that breaks off": (bytes) => `{"a":"${filled("a", bytes - 10)}`,
  "bytes that are no UTF-8 text": (bytes) => filled("\\xff\\xfe", bytes),
};

/** Pairs of marks within the length limit of a field. */
const FITTING: Record<string, number> = {
  memo: 999,
  description: 999,
  adminEmail: 507,
  email: 507,
};
