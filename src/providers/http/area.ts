import { pageKind } from "../../../domain/pages.ts";

/**
 * Whether a page belongs to the admin area, which has its own API and no bearer token
 * (docs/product/api.md#areas).
 */
export function isAdminPath(pathname: string): boolean {
  return pageKind(pathname) === "admin";
}

export function apiBase(pathname: string): string {
  return isAdminPath(pathname) ? "/admin/api/v1" : "/api/v1";
}
