import type { ComponentType, ReactNode } from "react";
import {
  Resource as ReactAdminResource,
  ResourceContextProvider,
  type ResourceProps,
  RestoreScrollPosition,
} from "react-admin";
import { Route, Routes } from "react-router";
import { NotFound } from "./statePages.tsx";

interface Screens
  extends Pick<ResourceProps, "name" | "icon" | "options" | "recordRepresentation" | "hasEdit"> {
  list: ComponentType;
  create?: ComponentType;
  /** Without a form at `:id`, `hasEdit` says that `children` have a page there. */
  edit?: ComponentType;
  show?: ComponentType;
  /** Routes of more screens below the resource. */
  children?: ReactNode;
}

/**
 * The screens of a resource, each at its own path only. React-admin's Resource also shows the form
 * of a record at every unknown path below it.
 */
export function Resource({ name, list: List, create, edit, show, children }: Screens) {
  return (
    <ResourceContextProvider value={name}>
      <Routes>
        <Route
          index
          element={
            <RestoreScrollPosition storeKey={`${name}.list.scrollPosition`}>
              <List />
            </RestoreScrollPosition>
          }
        />
        <Route path="create" element={pageOf(create)} />
        {edit ? <Route path=":id" element={pageOf(edit)} /> : null}
        {show ? <Route path=":id/show" element={pageOf(show)} /> : null}
        {children}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </ResourceContextProvider>
  );
}

// CoreAdminUI finds resources among its children by these.
Resource.raName = ReactAdminResource.raName;
Resource.registerResource = ReactAdminResource.registerResource;

function pageOf(Screen: ComponentType = NotFound): ReactNode {
  return <Screen />;
}
