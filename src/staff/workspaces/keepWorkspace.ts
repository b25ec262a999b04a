import {
  createPath,
  type DataRouter,
  type NavigateOptions,
  type Path,
  parsePath,
  type To,
} from "react-router";
import {
  isBareList,
  namedWorkspace,
  tabWorkspace,
  withWorkspace,
} from "../../providers/signIn/tabWorkspace.ts";

/**
 * A router whose links and navigations keep the workspace of the tab in the address
 * (docs/decisions/073-workspace-in-the-address.md). An address that is opened sets it, also by the
 * browser's own buttons.
 */
export function keepWorkspace(router: DataRouter): DataRouter {
  tabWorkspace.set(namedWorkspace(router.state.location.search));
  router.subscribe(({ historyAction, location }) => {
    const named = namedWorkspace(location.search);
    if (historyAction === "POP" && named !== null) tabWorkspace.set(named);
  });

  function inWorkspace(path: Partial<Path>): Partial<Path> {
    const id = tabWorkspace.get();
    return id === null ? path : { ...path, search: withWorkspace(path.search ?? "", id) };
  }

  const own: Pick<DataRouter, "createHref" | "navigate"> = {
    createHref: ({ pathname, search, hash }) => createPath(inWorkspace({ pathname, search, hash })),
    navigate(to: number | To | null, options?: NavigateOptions) {
      if (typeof to === "number") return router.navigate(to);
      const path = typeof to === "string" ? parsePath(to) : to;
      return router.navigate(path && (isBareList(path) ? path : inWorkspace(path)), options);
    },
  };
  const keeping: DataRouter = Object.create(router);
  return Object.assign(keeping, own);
}
