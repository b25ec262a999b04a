import { type View, type ViewCreate, view, views } from "../../domain/views/schemas.ts";
import type { TestApi } from "./api.ts";
import type { Answer } from "./apiClient.ts";

export const VIEWS = "/api/v1/views";
export const ADMIN_VIEWS = "/admin/api/v1/views";

let made = 0;

/** What creates a view of the list of workspaces, which all members may open. */
export function viewInput(input: Partial<ViewCreate> = {}): ViewCreate {
  made += 1;
  return {
    list: "workspaces",
    viewName: `ビュー${made}`,
    conditions: { filters: { q: "営業" }, sort: "updatedAt,desc", size: 50 },
    isShared: false,
    ...input,
  };
}

interface Kept extends Partial<ViewCreate> {
  organizationId: number | null;
  userId: string;
}

/** Inserts a view; returns its id. */
export async function aView(
  { db, clock }: Pick<TestApi, "db" | "clock">,
  { organizationId, userId, ...input }: Kept,
): Promise<number> {
  const { list, viewName, conditions, isShared } = viewInput(input);
  const at = clock.now();
  const { view_id } = await db
    .insertInto("list_views")
    .values({
      organization_id: organizationId,
      user_id: isShared ? null : userId,
      list,
      view_name: viewName,
      conditions: JSON.stringify(conditions),
      created_at: at,
      updated_at: at,
    })
    .returning("view_id")
    .executeTakeFirstOrThrow();
  return view_id;
}

/** The view in an answer; throws if it is none. */
export function viewOf({ body }: Pick<Answer, "body">): View {
  return view.parse(body);
}

export function viewsOf({ body }: Pick<Answer, "body">): View[] {
  return views.parse(body).views;
}

export function viewNamesOf(answer: Pick<Answer, "body">): string[] {
  return viewsOf(answer).map(({ viewName }) => viewName);
}
