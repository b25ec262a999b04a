import type { Viewed } from "../../../domain/api/views.ts";
import { knownConditions, viewedListLabels } from "../../../domain/views/conditions.ts";
import { PAGE_SIZES } from "../../../domain/views/rules.ts";
import type { ListSettings, View, ViewConditions } from "../../../domain/views/schemas.ts";
import type { SettingsRow, ViewRow } from "./queries.ts";

/** What the list knows of the conditions that were kept, maybe by an earlier release. */
function presentConditions({ query }: Viewed, { size, ...others }: ViewConditions) {
  return knownConditions(query, { ...others, size: pageSize(size) });
}

export function presentView(viewed: Viewed, row: ViewRow): View {
  return {
    viewId: row.view_id,
    list: row.list,
    viewName: row.view_name,
    isShared: row.user_id === null,
    ...presentConditions(viewed, row.conditions),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function presentSettings(viewed: Viewed, row: SettingsRow): ListSettings {
  const {
    list,
    page_size,
    shown_columns: columns,
    view_id: viewId,
    view_name: viewName,
    conditions,
  } = row;
  const isSet = viewId !== null && viewName !== null && conditions !== null;
  return {
    list,
    size: pageSize(page_size),
    ...(columns ? { columns } : {}),
    view: isSet ? { viewId, viewName, ...presentConditions(viewed, conditions) } : null,
  };
}

/** As the audit log has it: the conditions in one line. */
export function loggedView({ conditions, dropped: _, list, ...rest }: View) {
  const { filters, sort, size, columns } = conditions;
  const parts = {
    ...filters,
    ...(sort ? { sort } : {}),
    ...(size ? { size } : {}),
    ...(columns ? { columns: columns.join(",") } : {}),
  };
  return {
    ...rest,
    list: viewedListLabels[list],
    conditions: Object.entries(parts)
      .map(([name, value]) => `${name}=${value}`)
      .join(" "),
  };
}

function pageSize(size: number | null) {
  return PAGE_SIZES.find((known) => known === size) ?? null;
}
