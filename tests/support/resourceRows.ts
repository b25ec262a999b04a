import type { RouteRow } from "./routeRow.ts";
import type { TableRow } from "./tableRow.ts";

/** What a resource's file in resourceRows exports; each part where the resource has one. */
interface ResourceRows {
  staffRows?: Readonly<Record<string, RouteRow>>;
  adminRows?: Readonly<Record<string, RouteRow>>;
  scimRows?: Readonly<Record<string, RouteRow>>;
  /** Its tables, beside those of constraintRows.ts. */
  tableRows?: Readonly<Record<string, TableRow>>;
}

const files = import.meta.glob<ResourceRows>("./resourceRows/*.ts", { eager: true });

/** The data of each resource for the tests of all routes and all tables. */
export const resourceRows: readonly ResourceRows[] = Object.values(files);
