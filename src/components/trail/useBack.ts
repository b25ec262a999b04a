import { useContext } from "react";
import { TrailContext } from "./trailContext.ts";

export interface Back {
  to: string;
  /** A key of the catalogue, or a finished text. */
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
