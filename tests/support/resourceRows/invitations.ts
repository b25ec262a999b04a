import type { invitationEndpoints } from "../../../domain/api/session.ts";
import { anInvitation } from "../invitations.ts";
import type { RouteRow, WalkWorld } from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";

const INVITATIONS = "/api/v1/invitations";

const withToken =
  (path: string) =>
  async ({ api, own }: WalkWorld) => {
    const { userId } = await api.aUser({ ...own, status: "INVITED" });
    return { url: `${INVITATIONS}/${path}`, body: { token: await anInvitation(api, userId) } };
  };

export const staffRows: Readonly<Record<keyof typeof invitationEndpoints, RouteRow>> = {
  "POST /invitations/open": { may: "anyone", send: withToken("open") },
  "POST /invitations/renew": { may: "anyone", send: withToken("renew") },
};

const stored = {
  token_hash: Buffer.from("one"),
  user_id: "member",
  created_at: new Date("2026-01-01T00:00:00Z"),
  ends_at: new Date("2026-01-08T00:00:00Z"),
};

export const tableRows: Readonly<Record<string, TableRow>> = {
  invitations: {
    stored: [stored],
    another: { ...stored, token_hash: Buffer.from("two") },
    constraints: {
      invitations_pkey: { refuses: [{ token_hash: stored.token_hash }] },
      invitations_user_id_fkey: { refuses: [{ user_id: "nobody" }] },
    },
  },
};
