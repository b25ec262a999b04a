import { SIGN_IN_PAGE } from "../providers/signInPage.ts";

/**
 * The page a person was heading to, from `?next=` of the sign-in page; undefined unless it is a
 * page of this very origin, so that no link to the sign-in page can lead elsewhere.
 */
export function nextPage(search: string, origin: string): string | undefined {
  const next = new URLSearchParams(search).get("next");
  if (!next?.startsWith("/")) return undefined;
  const url = parsed(next, origin);
  // "/.//host" is of this origin, but its path read alone would be the address of another host.
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
