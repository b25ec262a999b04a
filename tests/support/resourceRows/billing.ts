import type { billingEndpoints } from "../../../domain/api/billing.ts";
import { DEFAULT_SETTINGS } from "../../../domain/billing/fields.ts";
import { type RouteRow, systemAdmin, UNKNOWN_ID, at as url, type WalkWorld } from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";
import { closedJanuary } from "./closings.ts";

export const BILLING_FILES = "/admin/api/v1/billing-files";
export const BILLING_SETTINGS = "/admin/api/v1/billing-settings";
export const billingPartner = (organizationId: number) =>
  `/admin/api/v1/billing-partners/${organizationId}`;

const JANUARY = "month=2026-01&format=csv&again=true";

const partner = { partnerName: "サンプル商店", subAccount: "サンプル" };
/** On an organization of its own, so that walkers do not meet. */
const onNew =
  (body?: object) =>
  async ({ api }: WalkWorld) => ({
    url: billingPartner(await api.anOrganization()),
    ...(body ? { body } : {}),
  });
const unknown = { url: billingPartner(UNKNOWN_ID) };

export const adminRows: Readonly<Record<keyof typeof billingEndpoints, RouteRow>> = {
  "GET /billing-files": {
    may: systemAdmin,
    send: async (world) => {
      await closedJanuary(world);
      return { url: `${BILLING_FILES}?${JANUARY}` };
    },
  },
  "GET /billing-files/preview": {
    may: systemAdmin,
    send: url(`${BILLING_FILES}/preview?${JANUARY}`),
  },
  "GET /billing-settings": { may: systemAdmin, send: url(BILLING_SETTINGS) },
  "PUT /billing-settings": {
    may: systemAdmin,
    send: () => ({ url: BILLING_SETTINGS, body: { ...DEFAULT_SETTINGS, dueMonths: 2 } }),
  },
  "GET /billing-partners/{id}": {
    may: systemAdmin,
    send: onNew(),
    elsewhere: () => ({ unknown }),
  },
  "PUT /billing-partners/{id}": {
    may: systemAdmin,
    send: onNew(partner),
    elsewhere: () => ({ unknown: { ...unknown, body: partner } }),
  },
};

const at = new Date("2026-06-01T00:00:00Z");
const dated = { version: 1, created_at: at, updated_at: at };
const ofPartner = { organization_id: 1, sub_account: "", ...dated };
const file = {
  file_id: 1,
  month: "2026-04-01",
  format: "csv",
  statements: 1,
  written_at: at,
  written_by: "member",
};

export const tableRows: Readonly<Record<string, TableRow>> = {
  billing_settings: {
    stored: [],
    another: { settings: "{}", ...dated },
    constraints: {
      // Every row has the same key.
      billing_settings_pkey: { refuses: [] },
      billing_settings_one: { refuses: [{ one: false }] },
    },
  },
  billing_partners: {
    stored: [ofPartner],
    another: { ...ofPartner, organization_id: 2 },
    optional: ["partner_name"],
    constraints: {
      billing_partners_pkey: { refuses: [{ organization_id: 1 }] },
      billing_partners_organization_id_fkey: { refuses: [{ organization_id: 99 }] },
    },
  },
  billing_files: {
    stored: [file, { ...file, file_id: 2 }],
    another: { ...file, file_id: 3 },
    constraints: {
      billing_files_pkey: { refuses: [{ file_id: 1 }] },
      billing_files_written_by_fkey: { refuses: [{ written_by: "nobody" }] },
    },
  },
};
