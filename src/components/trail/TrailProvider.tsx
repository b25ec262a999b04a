import { type ReactNode, useMemo, useState } from "react";
import { useLocation } from "react-admin";
import { useNavigationType } from "react-router";
import { NO_TRAIL, visited } from "./trail.ts";
import { type PageInfo, TrailContext } from "./trailContext.ts";

/** Lets back links lead where a person came from. */
export function TrailProvider({ children }: { children: ReactNode }) {
  const { key = "", pathname, search } = useLocation();
  const type = useNavigationType();
  const [pages] = useState(() => new Map<string, PageInfo>());
  const [trail, setTrail] = useState(NO_TRAIL);
  const here = trail.stops[trail.at];

  if (here?.key !== key) {
    const isPassing = (path: string) => pages.get(path)?.passing ?? false;
    setTrail(visited(trail, { key, pathname, search, type }, isPassing));
  }

  const value = useMemo(() => ({ from: here?.from, pages }), [here, pages]);
  return <TrailContext value={value}>{children}</TrailContext>;
}
