import { beforeAll, describe, expect, it } from "vitest";
import { type Edit, editedCopy } from "../support/editedCopy.ts";

/** The recipe of docs/map.md#to-add-a-field, followed in a copy of the repository. */
const edits: Edit[] = [
  [
    "server/db/tables.ts",
    "  memo: Generated<string>;\n",
    "  memo: Generated<string>;\n  order_no: string | null;\n",
  ],
  [
    "domain/contracts/fields.ts",
    "  terminationDate: {",
    `  orderNo: {
    label: "注文番号",
    fact: true,
    csv: true,
    editableUntil: "EXPIRED",
    blank: null,
    renewed: true,
    imported: "WRITTEN",
    otherNames: ["発注番号"],
    example: "PO-2026-001",
  },
  terminationDate: {`,
  ],
  [
    "domain/contracts/schemas.ts",
    "    memo: paragraph(500),\n",
    "    memo: paragraph(500),\n    orderNo: optionalLine(30).nullable(),\n",
  ],
  [
    "domain/contracts/schemas.ts",
    "import { email, line, paragraph, reading }",
    "import { email, line, optionalLine, paragraph, reading }",
  ],
  [
    "src/resources/contracts/form/TermFields.tsx",
    '        <TextAreaInput source="memo"',
    '        <TextInput source="orderNo" {...readOnly.orderNo} />\n        <TextAreaInput source="memo"',
  ],
  [
    "src/resources/contracts/form/TermFields.tsx",
    'import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";\n',
    'import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";\nimport { TextInput } from "../../../components/form/TextInput.tsx";\n',
  ],
  ["tests/support/records.ts", '    memo: "",\n', '    memo: "",\n    orderNo: null,\n'],
];

// The tools take a minute and more where the machine is busy.
describe("a new field of a contract", { timeout: 300_000 }, () => {
  const copy = editedCopy("newField", edits);
  let followed: ReturnType<typeof copy.follow>;

  beforeAll(() => {
    followed = copy.follow();
  });

  it("takes a migration and six edits of four files, and on top its tests", () => {
    const isTest = (path: string) => path.startsWith("tests/");
    const { created, edited } = followed;
    expect(created.filter((path) => !isTest(path))).toEqual([
      "server/db/migrations/999_contract_order_no.sql",
    ]);
    expect(edited.filter((path) => !isTest(path))).toEqual([
      "domain/contracts/fields.ts",
      "domain/contracts/schemas.ts",
      "server/db/tables.ts",
      "src/resources/contracts/form/TermFields.tsx",
    ]);
    expect(edited.filter(isTest)).toEqual(["tests/support/records.ts"]);
    expect(edits.filter(([path]) => !isTest(path)).length + 1).toBeLessThanOrEqual(10);
  });

  it("compiles", () => {
    // Several checkers each check again what they share.
    expect(copy.complaints("typescript/bin/tsc", "--noEmit", "--checkers", "1")).toBe("");
  });

  it("passes the linter", () => {
    const files = [...followed.created, ...followed.edited].filter(
      (path) => !path.endsWith(".sql"),
    );
    const options = ["check", "--vcs-enabled=false", ...files];
    expect(copy.complaints("@biomejs/biome/bin/biome", ...options)).toBe("");
  });

  it("is written, read, exported, imported, logged, shown and compared", () => {
    const files = ["domain", "api", "ui/contracts"].map(
      (folder) => `tests/${folder}/contractOrderNo.test`,
    );
    const projects = ["domain", "api", "ui"].map((project) => `--project=${project}`);
    const options = [...projects, "--testTimeout=60000"];
    expect(copy.complaints("vitest/vitest.mjs", "run", ...options, ...files)).toBe("");
  });
});
