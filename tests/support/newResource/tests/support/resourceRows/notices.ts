import type { noticeEndpoints } from "../../../domain/api/notices.ts";
import type { TestApi } from "../api.ts";
import {
  at,
  members,
  organizationAdmin,
  type RouteRow,
  UNKNOWN_ID,
  type WalkWorld,
} from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";

const NOTICES = "/api/v1/notices";
const written = { title: "メンテナンス", body: "日曜日に停止します。" };

async function aNotice({ db, clock }: TestApi, organizationId: number): Promise<number> {
  const at = clock.now();
  const { notice_id } = await db
    .insertInto("notices")
    .values({
      organization_id: organizationId,
      ...written,
      title_key: written.title,
      created_at: at,
      updated_at: at,
    })
    .returning("notice_id")
    .executeTakeFirstOrThrow();
  return notice_id;
}

const onNotice =
  (body?: unknown) =>
  async ({ api, own }: WalkWorld) => ({
    url: `${NOTICES}/${await aNotice(api, own.organizationId)}`,
    body,
  });

const ofForeignNotice =
  (body?: unknown) =>
  async ({ api, foreign }: WalkWorld) => ({
    foreign: { url: `${NOTICES}/${await aNotice(api, foreign.organizationId)}`, body },
    unknown: { url: `${NOTICES}/${UNKNOWN_ID}`, body },
  });

export const staffRows: Readonly<Record<keyof typeof noticeEndpoints, RouteRow>> = {
  "GET /notices": { may: members, send: at(NOTICES) },
  "POST /notices": { may: organizationAdmin, send: () => ({ url: NOTICES, body: written }) },
  "GET /notices/{id}": { may: members, send: onNotice(), elsewhere: ofForeignNotice() },
  "PATCH /notices/{id}": {
    may: organizationAdmin,
    send: onNotice({ title: "延期" }),
    elsewhere: ofForeignNotice({ title: "延期" }),
  },
  "DELETE /notices/{id}": {
    may: organizationAdmin,
    send: onNotice(),
    elsewhere: ofForeignNotice(),
  },
};

const time = new Date("2026-01-01T00:00:00Z");
const row = { organization_id: 1, ...written, title_key: "", created_at: time, updated_at: time };

export const tableRows: Readonly<Record<string, TableRow>> = {
  notices: {
    stored: [{ ...row, notice_id: 1 }],
    another: { ...row, notice_id: 2 },
    constraints: {
      notices_pkey: { refuses: [{ notice_id: 1 }] },
      notices_organization_id_fkey: { refuses: [{ organization_id: 99 }] },
    },
  },
};
