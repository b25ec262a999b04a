/** The kinds of pages that load their own code. */
export const PAGE_KINDS = ["login", "action", "admin", "staff"] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** The kind of the page at a path, such as `/admin/contracts/1`. */
export function pageKind(pathname: string): PageKind {
  if (/^\/app(\/login)?\/?$/.test(pathname)) return "login";
  if (/^\/app\/(action|set-up)$/.test(pathname)) return "action";
  return pathname === "/admin" || pathname.startsWith("/admin/") ? "admin" : "staff";
}
