import type { erasingEndpoints } from "../../../domain/api/erasing.ts";
import { ORGANIZATIONS } from "../organizationRequests.ts";
import { type RouteRow, systemAdmin, UNKNOWN_ID, type WalkWorld } from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";
import { USERS } from "../userRequests.ts";

const ERASURES = "/admin/api/v1/erasures";
const NAME = "消去株式会社";

const onUser =
  ({ confirms }: { confirms: boolean }) =>
  async ({ api, own }: WalkWorld) => {
    const { userId, email } = await api.aUser({ organizationId: own.organizationId });
    const body = confirms ? { confirmation: email } : undefined;
    return { url: `${USERS}/${userId}/personal-data`, body };
  };

const onOrganization =
  ({ confirms }: { confirms: boolean }) =>
  async ({ api }: WalkWorld) => {
    const organizationId = await api.anOrganization(NAME);
    await api.aUser({ organizationId });
    const body = confirms ? { confirmation: NAME } : undefined;
    return { url: `${ORGANIZATIONS}/${organizationId}/personal-data`, body };
  };

const confirmation = { confirmation: "nobody@example.com" };
const ofNoUser = (body?: unknown) => () => ({
  unknown: { url: `${USERS}/nobody/personal-data`, body },
});
const ofNoOrganization = (body?: unknown) => () => ({
  unknown: { url: `${ORGANIZATIONS}/${UNKNOWN_ID}/personal-data`, body },
});

export const adminRows: Readonly<Record<keyof typeof erasingEndpoints, RouteRow>> = {
  "GET /users/{id}/personal-data": {
    may: systemAdmin,
    send: onUser({ confirms: false }),
    elsewhere: ofNoUser(),
  },
  "DELETE /users/{id}/personal-data": {
    may: systemAdmin,
    send: onUser({ confirms: true }),
    elsewhere: ofNoUser(confirmation),
  },
  "GET /organizations/{id}/personal-data": {
    may: systemAdmin,
    send: onOrganization({ confirms: false }),
    elsewhere: ofNoOrganization(),
  },
  "DELETE /organizations/{id}/personal-data": {
    may: systemAdmin,
    send: onOrganization({ confirms: true }),
    elsewhere: ofNoOrganization(confirmation),
  },
  "GET /erasures/{id}": {
    may: systemAdmin,
    send: async ({ api, own, people }) => {
      const { userId } = await api.aUser({ organizationId: own.organizationId });
      const { erasure_id } = await api.db
        .insertInto("erasures")
        .values({
          organization_id: own.organizationId,
          user_id: userId,
          erased_by: people.systemAdmin.userId,
          erased_at: api.clock.now(),
          people: "[1]",
          removed: "{}",
        })
        .returning("erasure_id")
        .executeTakeFirstOrThrow();
      return { url: `${ERASURES}/${erasure_id}` };
    },
    elsewhere: () => ({ unknown: { url: `${ERASURES}/${UNKNOWN_ID}` } }),
  },
};

const stored = {
  organization_id: 1,
  user_id: "member",
  erased_by: "member",
  erased_at: new Date("2026-01-01T00:00:00Z"),
  people: "[1]",
  removed: "{}",
};

export const tableRows: Readonly<Record<string, TableRow>> = {
  erasures: {
    stored: [stored],
    another: { ...stored, user_id: null },
    optional: ["organization_id", "user_id"],
    constraints: {
      erasures_user: { refuses: [{ user_id: "member" }] },
      erasures_organization_id_fkey: { refuses: [{ organization_id: 99 }] },
      erasures_user_id_fkey: { refuses: [{ user_id: "nobody" }] },
      erasures_erased_by_fkey: { refuses: [{ erased_by: "nobody" }] },
      erasures_subject: { refuses: [{ organization_id: null, user_id: null }] },
    },
  },
};
