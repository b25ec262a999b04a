import { addDays } from "date-fns";
import type { serviceKeyEndpoints } from "../../../domain/api/serviceKeys.ts";
import { at, type RouteRow, systemAdmin, UNKNOWN_ID, type WalkWorld } from "../routeRow.ts";
import { aServiceKey, SERVICE_KEYS } from "../serviceKeys.ts";
import type { TableRow } from "../tableRow.ts";

const onKey = async ({ api }: WalkWorld) => {
  const { serviceKeyId } = await aServiceKey(api);
  return { url: `${SERVICE_KEYS}/${serviceKeyId}` };
};
const ofNoKey = () => ({ unknown: { url: `${SERVICE_KEYS}/${UNKNOWN_ID}` } });

const replacing = ({ api }: WalkWorld, serviceKeyId: number) => ({
  url: `${SERVICE_KEYS}/${serviceKeyId}/replacement`,
  body: { endsAt: addDays(api.clock.now(), 7).toISOString() },
});

export const adminRows: Readonly<Record<keyof typeof serviceKeyEndpoints, RouteRow>> = {
  "GET /service-keys": { may: systemAdmin, send: at(SERVICE_KEYS) },
  "POST /service-keys": {
    may: systemAdmin,
    send: () => ({ url: SERVICE_KEYS, body: { name: "文字起こし" } }),
  },
  "GET /service-keys/{id}": { may: systemAdmin, send: onKey, elsewhere: ofNoKey },
  "POST /service-keys/{id}/replacement": {
    may: systemAdmin,
    send: async (world) => replacing(world, (await aServiceKey(world.api)).serviceKeyId),
    elsewhere: (world) => ({ unknown: replacing(world, UNKNOWN_ID) }),
  },
  "DELETE /service-keys/{id}": { may: systemAdmin, send: onKey, elsewhere: ofNoKey },
};

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
    optional: [
      "ends_at",
      "held_at",
      "last_used_at",
      "organization_ids",
      "replaced_by",
      "revoked_at",
    ],
    constraints: {
      service_keys_prefix_key: { refuses: [{ prefix: stored.prefix }] },
      service_keys_replaced_by_fkey: { refuses: [{ replaced_by: 99 }] },
      service_keys_created_by_fkey: { refuses: [{ created_by: "nobody" }] },
      service_keys_scopes_check: {
        refuses: [{ scopes: [] }, { scopes: ["contract.manage"] }],
        allows: [{ scopes: ["limits.read", "statements.read", "usage.report", "vocabulary.read"] }],
      },
      service_keys_scim_check: {
        refuses: [{ scopes: ["scim"] }, { scopes: ["scim"], organization_ids: [1, 2] }],
        allows: [{ scopes: ["scim"], organization_ids: [1] }],
      },
      service_keys_organizations_check: {
        refuses: [{ organization_ids: [] }],
        allows: [{ organization_ids: [1] }],
      },
    },
  },
  service_key_events: {
    // The database numbers keys; the one above is the first.
    stored: [{ service_key_id: 1, day: "2026-04-15", reserved: 5_000 }],
    another: { service_key_id: 1, day: "2026-04-16", reserved: 5_000 },
    constraints: {
      service_key_events_pkey: { refuses: [{ day: "2026-04-15" }] },
      service_key_events_service_key_id_fkey: { refuses: [{ service_key_id: 99 }] },
    },
  },
};
