import { createContext } from "react";

type Place = readonly [HTMLElement | null, (element: HTMLElement | null) => void];

/** Where a list page shows the order of its table: at the end of its search line, if it has one. */
export const OrderPlace = createContext<Place | null>(null);
