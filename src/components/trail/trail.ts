import { createContext, useContext } from "react";

/** A page that was opened, and the page it was opened from. */
interface Stop {
  key: string;
  path: string;
  /** With the conditions of a list. */
  to: string;
  from?: Stop | undefined;
}

/** The pages of this tab since it was loaded, in the order of the browser's history. */
export interface Trail {
  stops: readonly Stop[];
  at: number;
}

export interface Visit {
  key: string;
  pathname: string;
  search: string;
  type: "POP" | "PUSH" | "REPLACE";
}

export const NO_TRAIL: Trail = { stops: [], at: -1 };

/**
 * The trail after a visit. `isPassing` says whether a page only leads on to the next one, as a form
 * that opens the record it has saved.
 */
export function visited(
  { stops, at }: Trail,
  { key, pathname, search, type }: Visit,
  isPassing: (path: string) => boolean,
): Trail {
  const here = { key, path: pathname, to: pathname + search };
  const before = stops[at];
  if (type === "POP") {
    const known = stops.findIndex((stop) => stop.key === key);
    return known < 0 ? { stops: [here], at: 0 } : { stops, at: known };
  }
  if (type === "REPLACE") {
    const replaced = { ...here, from: before?.from };
    return { stops: [...stops.slice(0, Math.max(at, 0)), replaced], at: Math.max(at, 0) };
  }
  const from = isTop(pathname) ? undefined : cameFrom(before, pathname, isPassing);
  return { stops: [...stops.slice(0, at + 1), { ...here, from }], at: at + 1 };
}

/** A page that is opened again, by a link or by a save, keeps the page that it was opened from. */
function cameFrom(
  before: Stop | undefined,
  path: string,
  isPassing: (path: string) => boolean,
): Stop | undefined {
  for (let stop = before; stop; stop = stop.from) if (stop.path === path) return stop.from;
  let from = before;
  while (from && isPassing(from.path)) from = from.from;
  return from;
}

/** The home page and the lists: nothing is above them. */
function isTop(path: string): boolean {
  return path.split("/").length <= 2;
}

export interface PageInfo {
  /** As a link back to the page calls it. */
  name: string;
  /** The page only leads on to the next one. */
  passing: boolean;
}

interface TrailState {
  from: Stop | undefined;
  /** The page before in the browser's history. */
  before: Stop | undefined;
  /** What the pages said of themselves, by path. */
  pages: Map<string, PageInfo>;
  /** The work of this page is done: nothing asks whether to leave it. */
  done?: { current: boolean };
}

export const TrailContext = createContext<TrailState>({
  from: undefined,
  before: undefined,
  pages: new Map(),
});

export interface Back {
  to: string;
  name: string;
}

/** The page a person came from, a list with its conditions; else the page above, `otherwise`. */
export function useBack(otherwise: Back): Back;
export function useBack(otherwise: Back | undefined): Back | undefined;
export function useBack(otherwise: Back | undefined): Back | undefined {
  const { from, pages } = useContext(TrailContext);
  if (!otherwise || !from) return otherwise;
  if (from.path === otherwise.to) return { to: from.to, name: otherwise.name };
  const name = pages.get(from.path)?.name;
  return name === undefined ? otherwise : { to: from.to, name };
}
