import type { Transaction } from "kysely";
import {
  type Notice,
  type NoticeCreate,
  type NoticeUpdate,
  noticeKind,
} from "../../../domain/api/notices.ts";
import type { ListQuery } from "../../../domain/api/parameters.ts";
import type { Page } from "../../../domain/paging.ts";
import { searchKey } from "../../../domain/text/searchKey.ts";
import { refuseStale } from "../../audit/recordEvent.ts";
import type { Deps } from "../../context.ts";
import type { Tables } from "../../db/tables.ts";
import type { Transact } from "../../db/transact.ts";
import { publishChange } from "../../events/publishChange.ts";
import { pageAnswer } from "../../pageAnswer.ts";
import type { IfMatch } from "../../plugins/preconditions.ts";
import { notFound } from "../../problem.ts";
import {
  deleteNotice,
  findNotice,
  findNotices,
  insertNotice,
  lockNotice,
  type NoticeKey,
  type NoticeRow,
  type NoticeSort,
  updateNotice,
} from "./queries.ts";

/** Which notice is to change, and the version expected, if the client said so. */
type NoticeTarget = NoticeKey & { ifMatch: IfMatch | undefined };

/** A page of an organization's notices. */
export async function listNotices(
  { db }: Pick<Deps, "db">,
  organizationId: number,
  query: ListQuery<NoticeSort>,
): Promise<Page<Notice>> {
  const { rows, total } = await findNotices(db, organizationId, query);
  return pageAnswer(query, { content: rows.map(presentNotice), total });
}

/** One notice; throws 404. */
export async function readNotice({ db }: Pick<Deps, "db">, key: NoticeKey): Promise<Notice> {
  return presentNotice(found(await findNotice(db, key)));
}

export function createNotice(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  organizationId: number,
  { title, body }: NoticeCreate,
): Promise<Notice> {
  return transact(async (trx) => {
    const at = now();
    const row = await insertNotice(trx, {
      organization_id: organizationId,
      title,
      title_key: searchKey(title),
      body,
      created_at: at,
      updated_at: at,
    });
    const after = presentNotice(row);
    await publish(trx, organizationId, { before: null, after });
    return after;
  });
}

/** Changes a notice. Throws 404, 412 with the current record. */
export function changeNotice(
  { db, now }: Pick<Deps, "db" | "now">,
  target: NoticeTarget,
  update: NoticeUpdate,
): Promise<Notice> {
  return db.transaction().execute(async (trx) => {
    const row = await opened(trx, target);
    const { title = row.title, body = row.body } = update;
    if (title === row.title && body === row.body) return presentNotice(row);
    const changed = {
      ...row,
      title,
      title_key: searchKey(title),
      body,
      version: row.version + 1,
      updated_at: now(),
    };
    await updateNotice(trx, changed);
    const after = presentNotice(changed);
    await publish(trx, target.organizationId, { before: presentNotice(row), after });
    return after;
  });
}

/** Deletes a notice; gives it as it last was. Throws 404, 412 with the current record. */
export function removeNotice({ db }: Pick<Deps, "db">, target: NoticeTarget): Promise<Notice> {
  return db.transaction().execute(async (trx) => {
    const row = await opened(trx, target);
    await deleteNotice(trx, target);
    const before = presentNotice(row);
    await publish(trx, target.organizationId, { before, after: null });
    return before;
  });
}

/** The notice under change: locked, in the version that was expected. */
async function opened(trx: Transaction<Tables>, target: NoticeTarget): Promise<NoticeRow> {
  const row = found(await lockNotice(trx, target));
  const about = { kind: noticeKind.name, id: target.noticeId };
  await refuseStale(trx, target.ifMatch, presentNotice(row), about);
  return row;
}

function found(row: NoticeRow | undefined): NoticeRow {
  if (!row) throw notFound();
  return row;
}

function presentNotice(row: NoticeRow): Notice {
  return {
    noticeId: row.notice_id,
    title: row.title,
    body: row.body,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

async function publish(
  trx: Transaction<Tables>,
  organizationId: number,
  { before, after }: Record<"before" | "after", Notice | null>,
): Promise<void> {
  const notice = after ?? before;
  if (!notice) return;
  const { noticeId: id, title: name } = notice;
  await publishChange(trx, { kind: noticeKind, organizationId, id, name, before, after });
}
