import type { TableRow } from "../tableRow.ts";

const stored = {
  name: "文字起こし",
  name_key: "もじおこし",
  scopes: ["usage.report"],
  prefix: "kis_000000000001",
  key_hash: Buffer.from("one"),
  created_by: "member",
  created_at: new Date("2026-01-01T00:00:00Z"),
};

export const tableRows: Readonly<Record<string, TableRow>> = {
  service_keys: {
    stored: [stored],
    another: { ...stored, prefix: "kis_000000000002" },
    optional: ["last_used_at", "revoked_at"],
    constraints: {
      service_keys_prefix_key: { refuses: [{ prefix: stored.prefix }] },
      service_keys_created_by_fkey: { refuses: [{ created_by: "nobody" }] },
      service_keys_scopes_check: {
        refuses: [{ scopes: [] }, { scopes: ["contract.manage"] }],
        allows: [{ scopes: ["limits.read", "usage.report"] }],
      },
    },
  },
};
