import { lazyScreen } from "../../components/load/lazyScreen.tsx";

/** The alerts of an area. The panel of the bell links to their list. */
export const alerts = {
  list: lazyScreen(async () => (await import("./AlertList.tsx")).AlertList),
};
