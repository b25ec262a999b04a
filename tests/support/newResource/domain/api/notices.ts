import { z } from "zod";
import { auditedKind, OF_EVERY_RECORD } from "../audit/kinds.ts";
import { pageOf } from "../paging.ts";
import { line, paragraph } from "../text/text.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery } from "./parameters.ts";

/** The fields a list of notices can be sorted by; the first is the default. */
export const NOTICE_SORTS = ["noticeId", "title", "updatedAt"] as const;

/** A notice as the API answers it. */
export const notice = z
  .object({
    noticeId: z.int(),
    title: line(100),
    body: paragraph(1_000),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Notice" });
export type Notice = z.infer<typeof notice>;

/** POST /notices. */
export const noticeCreate = z
  .strictObject({ title: notice.shape.title, body: notice.shape.body })
  .meta({ id: "NoticeCreate" });
export type NoticeCreate = z.infer<typeof noticeCreate>;

/** PATCH /notices/{id}. */
export const noticeUpdate = noticeCreate.partial().meta({ id: "NoticeUpdate" });
export type NoticeUpdate = z.infer<typeof noticeUpdate>;

/** What is known of the fields of a notice. */
export const noticeFields = { title: { label: "件名" }, body: { label: "本文" } } as const;

/** What the audit log shows of a notice. */
export const noticeKind = auditedKind({
  name: "notice",
  label: "お知らせ",
  resource: "notices",
  schema: notice,
  fields: noticeFields,
  unlogged: { ...OF_EVERY_RECORD, noticeId: "is the target" },
});

/** Staff area: what an organization tells its members. */
export const noticeEndpoints = {
  "GET /notices": {
    area: "staff",
    access: ["staff"],
    operationId: "listNotices",
    summary: "Lists notices",
    query: listQuery({ sorts: NOTICE_SORTS, filters: {} }),
    answers: { 200: pageOf(notice) },
  },
  "POST /notices": {
    area: "staff",
    access: ["organizationAdmin"],
    operationId: "createNotice",
    audit: "お知らせを作成",
    summary: "Creates a notice",
    body: noticeCreate,
    answers: { 201: notice },
    etag: true,
  },
  "GET /notices/{id}": {
    area: "staff",
    access: ["staff"],
    operationId: "getNotice",
    summary: "Reads a notice",
    params: idParams,
    answers: { 200: notice },
    etag: true,
  },
  "PATCH /notices/{id}": {
    area: "staff",
    access: ["organizationAdmin"],
    operationId: "updateNotice",
    audit: "お知らせを編集",
    summary: "Changes a notice",
    params: idParams,
    body: noticeUpdate,
    answers: { 200: notice },
    etag: true,
    ifMatch: true,
  },
  "DELETE /notices/{id}": {
    area: "staff",
    access: ["organizationAdmin"],
    operationId: "deleteNotice",
    audit: "お知らせを削除",
    summary: "Deletes a notice",
    params: idParams,
    answers: { 200: notice },
    ifMatch: true,
  },
} satisfies Endpoints<"staff">;
