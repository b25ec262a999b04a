import type { Kysely, Transaction } from "kysely";
import { can } from "../../../domain/access.ts";
import { type Viewed, viewedLists, viewKind } from "../../../domain/api/views.ts";
import { fieldSentences } from "../../../domain/problems/sentences.ts";
import { knownConditions } from "../../../domain/views/conditions.ts";
import { MAX_VIEWS, type ViewedList } from "../../../domain/views/rules.ts";
import type {
  ListSettings,
  View,
  ViewConditions,
  ViewCreate,
  ViewUpdate,
} from "../../../domain/views/schemas.ts";
import { refuseStale } from "../../audit/recordEvent.ts";
import type { Deps, SignedIn } from "../../context.ts";
import type { Tables } from "../../db/tables.ts";
import type { Transact } from "../../db/transact.ts";
import { publishChange } from "../../events/publishChange.ts";
import type { IfMatch } from "../../plugins/preconditions.ts";
import { forbidden, notFound, ruleBroken, validationFailed } from "../../problem.ts";
import {
  countViews,
  deleteView,
  findSettings,
  findView,
  findViews,
  insertView,
  lockView,
  lockViewRows,
  loggedView,
  presentSettings,
  presentView,
  setColumns,
  setDefault,
  setSize,
  updateView,
} from "./queries.ts";

interface ViewTarget {
  viewId: number;
  user: SignedIn;
  ifMatch: IfMatch | undefined;
}

/** The list that the user may open in the own area; undefined if there is none. */
function openedList(user: SignedIn, list: ViewedList): Viewed | undefined {
  const viewed = viewedLists[user.isSystemAdmin ? "admin" : "staff"][list];
  return viewed && can(user, viewed.access) ? viewed : undefined;
}

function openList(user: SignedIn, list: ViewedList): Viewed {
  const viewed = openedList(user, list);
  if (!viewed) throw forbidden();
  return viewed;
}

/** The user's own views of a list and the shared ones. Throws 403 for a list that is not open. */
export async function listViews(
  { db }: Pick<Deps, "db">,
  user: SignedIn,
  list: ViewedList,
): Promise<{ views: View[] }> {
  const viewed = openList(user, list);
  const rows = await findViews(db, user, list);
  return { views: rows.map((row) => presentView(viewed, row)) };
}

/** Throws 403, 409 NAME_EXISTS, 422 TOO_MANY_VIEWS. */
export function createView(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  user: SignedIn,
  { list, isShared, ...body }: ViewCreate,
): Promise<View> {
  const viewed = openList(user, list);
  if (isShared) refuseSharing(user);
  const written = { ...body, list, isShared, conditions: checked(viewed, body.conditions) };
  return transact(async (trx) => {
    await lockViewRows(trx, user, list);
    await refuseTooMany(trx, user, { list, shared: isShared });
    const view = presentView(viewed, await insertView(trx, user, written, now()));
    await publishView(trx, user, { before: null, after: view });
    return view;
  });
}

/**
 * Renames, replaces the conditions, shares or takes back. Throws 403 for a shared one of others, 404,
 * 409 NAME_EXISTS, 412 with the current record, 422 TOO_MANY_VIEWS.
 */
export function changeView(
  { db, now }: Pick<Deps, "db" | "now">,
  target: ViewTarget,
  { viewName, conditions, isShared }: ViewUpdate,
): Promise<View> {
  const { user } = target;
  return db.transaction().execute(async (trx) => {
    const { view, viewed } = await lockedView(trx, target);
    const wanted = {
      viewId: view.viewId,
      viewName: viewName ?? view.viewName,
      conditions: conditions ? checked(viewed, conditions) : view.conditions,
      isShared: isShared ?? view.isShared,
    };
    if (wanted.isShared) refuseSharing(user);
    if (isSame(view, wanted)) return view;
    if (wanted.isShared !== view.isShared) {
      await refuseTooMany(trx, user, { list: view.list, shared: wanted.isShared });
    }
    const changed = presentView(viewed, await updateView(trx, user, wanted, now()));
    await publishView(trx, user, { before: view, after: changed });
    return changed;
  });
}

function isSame(view: View, wanted: Pick<View, "viewName" | "isShared" | "conditions">): boolean {
  const { viewName, isShared, conditions } = view;
  const isUnchanged = view.dropped.length === 0 || wanted.conditions === conditions;
  return (
    isUnchanged &&
    viewName === wanted.viewName &&
    isShared === wanted.isShared &&
    sorted(conditions) === sorted(wanted.conditions)
  );
}

/** The database keeps the names of filters in another order than they were sent. */
function sorted({ filters, sort, size, columns }: ViewConditions): string {
  return JSON.stringify([Object.entries(filters).toSorted(), sort, size, columns]);
}

/** Deletes a view and returns it; whose default it was has none. Throws 403, 404, 412. */
export function removeView({ db }: Pick<Deps, "db">, target: ViewTarget): Promise<View> {
  return db.transaction().execute(async (trx) => {
    const { view } = await lockedView(trx, target);
    await deleteView(trx, view.viewId);
    await publishView(trx, target.user, { before: view, after: null });
    return view;
  });
}

/** Throws 403, and 422 for a view that the user does not see in this list. */
export function chooseDefault(
  { db }: Pick<Deps, "db">,
  user: SignedIn,
  { list, viewId }: { list: ViewedList; viewId: number | null },
): Promise<ListSettings> {
  const viewed = openList(user, list);
  return db.transaction().execute(async (trx) => {
    const row = viewId === null ? null : await lockView(trx, user, viewId, "deletion");
    if (row !== null && row?.list !== list) {
      throw validationFailed({ viewId: fieldSentences.viewUnknown });
    }
    await setDefault(trx, user, { list, viewId });
    return settingsOf(trx, user, { list, viewed });
  });
}

/** Throws 403. */
export function chooseSize(
  { db }: Pick<Deps, "db">,
  user: SignedIn,
  { list, size }: { list: ViewedList; size: number },
): Promise<ListSettings> {
  const viewed = openList(user, list);
  return db.transaction().execute(async (trx) => {
    await setSize(trx, user, { list, size });
    return settingsOf(trx, user, { list, viewed });
  });
}

/** Throws 403. */
export function chooseColumns(
  { db }: Pick<Deps, "db">,
  user: SignedIn,
  { list, columns }: { list: ViewedList; columns: readonly string[] | null },
): Promise<ListSettings> {
  const viewed = openList(user, list);
  return db.transaction().execute(async (trx) => {
    await setColumns(trx, user, { list, columns });
    return settingsOf(trx, user, { list, viewed });
  });
}

async function settingsOf(
  trx: Transaction<Tables>,
  user: SignedIn,
  { list, viewed }: { list: ViewedList; viewed: Viewed },
): Promise<ListSettings> {
  const [row] = await findSettings(trx, user, list);
  if (!row) throw new Error("the settings of a list are missing although they were written");
  return presentSettings(viewed, row);
}

/** How lists open for a user, for the profile; nothing if the user chose nothing. */
export async function readOwnLists(
  db: Kysely<Tables>,
  user: SignedIn,
): Promise<{ lists?: ListSettings[] }> {
  const rows = await findSettings(db, user);
  const lists = rows.flatMap((row) => {
    const viewed = openedList(user, row.list);
    return viewed ? [presentSettings(viewed, row)] : [];
  });
  return lists.length > 0 ? { lists } : {};
}

/** A view that the user may change, locked. A list that is not open has none that can be seen. */
async function lockedView(
  trx: Transaction<Tables>,
  { viewId, user, ifMatch }: ViewTarget,
): Promise<{ view: View; viewed: Viewed }> {
  const known = await findView(trx, user, viewId);
  if (!known) throw notFound();
  await lockViewRows(trx, user, known.list);
  const row = await lockView(trx, user, viewId, "change");
  const viewed = row && openedList(user, row.list);
  if (!row || !viewed) throw notFound();
  const view = presentView(viewed, row);
  if (view.isShared) refuseSharing(user);
  await refuseStale(trx, ifMatch, view, { kind: viewKind.name, id: viewId });
  return { view, viewed };
}

function refuseSharing(user: SignedIn): void {
  if (!can(user, "view.share")) throw forbidden();
}

/** Throws 422 for conditions that the list does not know. */
function checked({ query }: Viewed, conditions: ViewConditions): ViewConditions {
  const known = knownConditions(query, conditions);
  if (known.dropped.length > 0) {
    throw validationFailed({ conditions: fieldSentences.conditionsUnknown });
  }
  return known.conditions;
}

async function refuseTooMany(
  trx: Transaction<Tables>,
  user: SignedIn,
  of: { list: ViewedList; shared: boolean },
): Promise<void> {
  if ((await countViews(trx, user, of)) >= MAX_VIEWS) throw ruleBroken("TOO_MANY_VIEWS");
}

/** Own views are nobody else's business: neither the log nor other screens hear of them. */
async function publishView(
  trx: Transaction<Tables>,
  { organizationId }: SignedIn,
  { before, after }: Record<"before" | "after", View | null>,
): Promise<void> {
  const known = after ?? before;
  if (!known || !(before?.isShared || after?.isShared)) return;
  await publishChange(trx, {
    kind: viewKind,
    organizationId,
    id: known.viewId,
    name: known.viewName,
    before: before && loggedView(before),
    after: after && loggedView(after),
  });
}
