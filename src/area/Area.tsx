import {
  type AuthProvider,
  CoreAdminContext,
  CoreAdminUI,
  type CoreAdminUIProps,
  type DataProvider,
  localStorageStore,
} from "ra-core";
import { type ReactNode, useState } from "react";
import { createBrowserRouter, RouterProvider } from "react-router";
import { LoadingState } from "../components/display/LoadingState.tsx";
import { app } from "../i18n/ja/app.ts";
import { AppTheme } from "../layout/AppTheme.tsx";
import { i18nProvider } from "../providers/i18nProvider.ts";
import { createQueryClient } from "./queryClient.ts";
import { AccessDenied, AuthenticationError, Crash, NotFound } from "./statePages.tsx";

export interface AreaProps {
  /** Path that all pages of the area begin with; empty for the staff area. */
  basename: string;
  /** Keeps the preferences of the areas apart. */
  storeKey: string;
  authProvider: AuthProvider;
  dataProvider: DataProvider;
  layout: NonNullable<CoreAdminUIProps["layout"]>;
  /** The resources and routes. */
  children: ReactNode;
}

/** One area: theme, router, ra-core's contexts and routes. Nothing shows without a sign-in. */
export function Area(props: AreaProps) {
  const [router] = useState(() => {
    // A data router: only such a one can ask before unsaved input is left.
    const routes = [{ path: "*", element: <AreaPages {...props} /> }];
    return createBrowserRouter(routes, { basename: props.basename || "/" });
  });
  return (
    <AppTheme>
      <RouterProvider router={router} />
    </AppTheme>
  );
}

function AreaPages({ storeKey, authProvider, dataProvider, layout, children }: AreaProps) {
  const [store] = useState(() => localStorageStore(undefined, storeKey));
  const [queryClient] = useState(createQueryClient);
  return (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
    >
      <CoreAdminUI
        requireAuth
        disableTelemetry
        title={app.title}
        layout={layout}
        loading={LoadingState}
        catchAll={NotFound}
        error={Crash}
        accessDenied={AccessDenied}
        authenticationError={AuthenticationError}
      >
        {children}
      </CoreAdminUI>
    </CoreAdminContext>
  );
}
