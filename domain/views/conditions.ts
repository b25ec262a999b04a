import type { z } from "zod";
import type { ViewedList } from "./rules.ts";
import type { ViewConditions } from "./schemas.ts";

/** Parameters of every list that are no filters. */
const NO_FILTERS = ["page", "size", "sort"];

/**
 * The conditions that the query of a list accepts, and the names of those that it refuses: unknown
 * ones, and values that it does not know.
 */
export function knownConditions(
  query: z.ZodType,
  { filters, sort, ...others }: ViewConditions,
): { conditions: ViewConditions; dropped: string[] } {
  const asked: Record<string, string> = { ...filters, ...(sort === null ? {} : { sort }) };
  const dropped = Object.keys(filters).filter((name) => NO_FILTERS.includes(name));
  for (const name of dropped) {
    if (name !== "sort" || sort === null) delete asked[name];
  }
  for (;;) {
    const result = query.safeParse(asked);
    if (result.success) break;
    const named = result.error.issues.flatMap(namesIn).filter((name) => Object.hasOwn(asked, name));
    // A rule about several filters may name none of them.
    const refused = named.length > 0 ? new Set(named) : new Set(Object.keys(asked));
    if (refused.size === 0) break;
    for (const name of refused) {
      dropped.push(name);
      delete asked[name];
    }
  }
  const { sort: knownSort = null, ...knownFilters } = asked;
  return { conditions: { filters: knownFilters, sort: knownSort, ...others }, dropped };
}

function namesIn(issue: z.core.$ZodIssue): string[] {
  return issue.code === "unrecognized_keys" ? issue.keys : issue.path.slice(0, 1).map(String);
}

export const viewedListLabels: Readonly<Record<ViewedList, string>> = {
  alerts: "アラート",
  "audit-events": "操作ログ",
  contracts: "契約",
  dictionaries: "辞書",
  organizations: "組織",
  "service-keys": "サービスキー",
  users: "利用者",
  webhooks: "Webhook",
  workspaces: "ワークスペース",
};
