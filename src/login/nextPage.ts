import { SIGN_IN_PAGE } from "../../domain/users/actionLink.ts";

/**
 * The page from `?next=` of the sign-in page; undefined unless it has this origin, so that no link
 * to the sign-in page can lead to another site.
 */
export function nextPage(search: string, origin: string): string | undefined {
  const next = new URLSearchParams(search).get("next");
  if (!next?.startsWith("/")) return undefined;
  const url = parsed(next, origin);
  // "/.//host" has this origin, but its path alone would be the address of another host.
  if (!url || url.origin !== origin || url.pathname.startsWith("//")) return undefined;
  if (url.pathname === SIGN_IN_PAGE) return undefined;
  return url.pathname + url.search + url.hash;
}

function parsed(address: string, origin: string): URL | undefined {
  try {
    return new URL(address, origin);
  } catch {
    return undefined;
  }
}
