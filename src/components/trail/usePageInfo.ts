import { useContext, useEffect } from "react";
import { useLocation } from "react-admin";
import { type PageInfo, TrailContext } from "./trailContext.ts";

/** Tells the pages that are opened from this one what to call it. */
export function usePageInfo({ name, passing }: PageInfo): void {
  const { pages } = useContext(TrailContext);
  const { pathname } = useLocation();
  useEffect(() => {
    pages.set(pathname, { name, passing });
  }, [pages, pathname, name, passing]);
}
