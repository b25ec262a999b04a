import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { SealHash } from "../../server/audit/sealHash.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/product/audit.md"), "utf8");
const block = (language: string) => page.split(`\`\`\`${language}\n`)[1]?.split("```")[0] ?? "";

const head = z.object({ organizationId: z.int(), day: z.string() });
const event = z.looseObject({ auditEventId: z.int() });

it("computes the root of the example in docs/product/audit.md, as anybody can from its lines", () => {
  const root = block("text").trim();
  expect(createHash("sha256").update(block("jsonl")).digest("hex")).toBe(root);

  const [first, ...lines] = block("jsonl")
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  const hash = new SealHash({ ...head.parse(first), previousRoot: null });
  for (const line of lines.slice(0, -1)) hash.add(event.parse(line));
  const { root: computed, count } = hash.end();
  expect(computed.toString("hex")).toBe(root);
  expect(lines.at(-1)).toEqual({ count });
});

it("depends on the root before, and on every value of every event in their order", () => {
  const day = { organizationId: 7, day: "2026-04-01" };
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
