import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { SealHash } from "../../server/audit/sealHash.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/product/audit.md"), "utf8");
const block = (language: string, version: number) =>
  page.split(`\`\`\`${language}\n`)[version]?.split("```")[0] ?? "";
const linesOf = (version: number): unknown[] =>
  block("jsonl", version)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const head = z.object({
  organizationId: z.int(),
  day: z.string(),
  version: z.int(),
  sealedAt: z.string().default(""),
});
const actOf = (line: unknown) => z.looseObject({ act: z.unknown().optional() }).parse(line).act;
const event = z.looseObject({ auditEventId: z.int() });

it.each([1, 2, 3])(
  "computes the root of the example of version %i in docs/product/audit.md, as anybody can from its lines",
  (version) => {
    const root = block("text", version).trim();
    expect(createHash("sha256").update(block("jsonl", version)).digest("hex")).toBe(root);

    // All are of the events that the lines of version 1 show.
    const salts = page.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=`)/g) ?? [];
    const events = z.array(event).parse(linesOf(1).slice(1, -1));
    const hash = new SealHash({ ...head.parse(linesOf(version)[0]), previousRoot: null });
    for (const [index, one] of events.entries()) {
      const act = actOf(linesOf(version)[index + 1]);
      hash.add({ ...one, act, salt: salts[index] ?? null });
    }
    const { root: computed, count } = hash.end();
    expect(computed.toString("hex")).toBe(root);
    expect(linesOf(version).at(-1)).toEqual({ count });
    expect(salts).toHaveLength(count);
  },
);

it("depends on the root before, and on every value of every event in their order", () => {
  const day = { organizationId: 7, day: "2026-04-01", version: 3, sealedAt: "2026-04-02" };
  const rootOf = (previousRoot: Uint8Array | null, ...events: object[]) => {
    const hash = new SealHash({ ...day, previousRoot });
    for (const [auditEventId, one] of events.entries()) hash.add({ auditEventId, ...one });
    return hash.end().root.toString("hex");
  };
  const [a, b] = [{ reason: "一" }, { reason: "二" }];
  const roots = [
    rootOf(null),
    rootOf(null, a),
    rootOf(null, a, b),
    rootOf(null, b, a),
    rootOf(new Uint8Array(32), a, b),
  ];
  expect(new Set(roots).size).toBe(roots.length);
  // The order of the fields is that of RFC 8785.
  expect(rootOf(null, { x: 1, y: 2 })).toBe(rootOf(null, { y: 2, x: 1 }));
});
