/** The kinds of pages that load their own code: the sign-in page and the two areas. */
export type PageKind = "login" | "admin" | "staff";

/** The kind of the page at a path, such as `/admin/contracts/1`. */
export function pageKind(pathname: string): PageKind {
  if (/^\/app(\/login)?\/?$/.test(pathname)) return "login";
  return pathname === "/admin" || pathname.startsWith("/admin/") ? "admin" : "staff";
}
