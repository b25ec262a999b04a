import { createContext } from "react";
import type { Stop } from "./trail.ts";

export interface PageInfo {
  /** As a link back to the page calls it. */
  name: string;
  /** The page only leads on to the next one. */
  passing: boolean;
}

interface TrailState {
  from: Stop | undefined;
  /** What the pages said of themselves, by path. */
  pages: Map<string, PageInfo>;
}

export const TrailContext = createContext<TrailState>({ from: undefined, pages: new Map() });
