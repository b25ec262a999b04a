import type { Generated, Insertable, Kysely, Selectable, Transaction } from "kysely";
import type { NOTICE_SORTS } from "../../../domain/api/notices.ts";
import type { ListQuery } from "../../../domain/api/parameters.ts";
import type { Tables } from "../../db/tables.ts";

interface NoticesTable {
  organization_id: number;
  notice_id: Generated<number>;
  title: string;
  title_key: string;
  body: string;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

declare module "../../db/tables.ts" {
  interface Tables {
    notices: NoticesTable;
  }
}

export type NoticeRow = Selectable<NoticesTable>;
export type NoticeSort = (typeof NOTICE_SORTS)[number];

/** Which notice, of which organization. */
export interface NoticeKey {
  organizationId: number;
  noticeId: number;
}

const sortColumns = {
  noticeId: "notice_id",
  title: "title_key",
  updatedAt: "updated_at",
} as const satisfies Record<NoticeSort, keyof NoticesTable>;

/** A page of an organization's notices, and how many there are in all. */
export async function findNotices(
  db: Kysely<Tables>,
  organizationId: number,
  { page, size, sort }: ListQuery<NoticeSort>,
): Promise<{ rows: NoticeRow[]; total: number }> {
  const own = db.selectFrom("notices").where("organization_id", "=", organizationId);
  const [rows, { total }] = await Promise.all([
    own
      .selectAll()
      .orderBy(sortColumns[sort.field], sort.direction)
      .orderBy("notice_id", sort.direction)
      .limit(size)
      .offset(page * size)
      .execute(),
    own.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

export function findNotice(db: Kysely<Tables>, key: NoticeKey): Promise<NoticeRow | undefined> {
  return noticeOf(db, key).executeTakeFirst();
}

/** The notice, kept from other writers until the end of the transaction. */
export function lockNotice(
  trx: Transaction<Tables>,
  key: NoticeKey,
): Promise<NoticeRow | undefined> {
  return noticeOf(trx, key).forUpdate().executeTakeFirst();
}

export function insertNotice(
  trx: Transaction<Tables>,
  values: Insertable<NoticesTable>,
): Promise<NoticeRow> {
  return trx.insertInto("notices").values(values).returningAll().executeTakeFirstOrThrow();
}

/** Writes what a change may change. */
export async function updateNotice(trx: Transaction<Tables>, row: NoticeRow): Promise<void> {
  await trx
    .updateTable("notices")
    .set(row)
    .where("organization_id", "=", row.organization_id)
    .where("notice_id", "=", row.notice_id)
    .execute();
}

export async function deleteNotice(
  trx: Transaction<Tables>,
  { organizationId, noticeId }: NoticeKey,
): Promise<void> {
  await trx
    .deleteFrom("notices")
    .where("organization_id", "=", organizationId)
    .where("notice_id", "=", noticeId)
    .execute();
}

function noticeOf(db: Kysely<Tables>, { organizationId, noticeId }: NoticeKey) {
  return db
    .selectFrom("notices")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("notice_id", "=", noticeId);
}
