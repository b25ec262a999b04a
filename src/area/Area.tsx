import { QueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import {
  type AuthProvider,
  CoreAdminContext,
  CoreAdminUI,
  type CoreAdminUIProps,
  memoryStore,
} from "react-admin";
import { createBrowserRouter, type DataRouter, RouterProvider } from "react-router";
import { LoadingState } from "../components/display/LoadError.tsx";
import { app } from "../i18n/ja/app.ts";
import { AppTheme } from "../layout/AppTheme.tsx";
import { createDataProvider } from "../providers/dataProvider.ts";
import {
  createDownloader,
  createHttpClient,
  createStreamOpener,
  type HttpClient,
} from "../providers/http/httpClient.ts";
import { i18nProvider } from "../providers/i18nProvider.ts";
import type { IdentityService } from "../providers/signIn/identity.ts";
import { IdentityServiceContext } from "../providers/signIn/useIdentityService.ts";
import { AccessDenied, AuthenticationError, Crash, NotFound } from "./statePages.tsx";

interface AreaProps {
  basename: "/" | "/admin";
  identityService: IdentityService;
  createAuthProvider: (client: HttpClient, identityService: IdentityService) => AuthProvider;
  layout: NonNullable<CoreAdminUIProps["layout"]>;
  /** Adds to the router of the area. */
  routing?: (router: DataRouter) => DataRouter;
  children: ReactNode;
}

/** One area with theme, router and providers. It shows nothing without a sign-in. */
export function Area(props: AreaProps) {
  const [router] = useState(() => {
    // Only a data router can ask before unsaved input is lost.
    const routes = [{ path: "*", element: <AreaPages {...props} /> }];
    const router = createBrowserRouter(routes, { basename: props.basename });
    return props.routing?.(router) ?? router;
  });
  return (
    <IdentityServiceContext value={props.identityService}>
      <AppTheme>
        {/* In a transition, the old page would stand under the new address until its code is there. */}
        <RouterProvider router={router} useTransitions={false} />
      </AppTheme>
    </IdentityServiceContext>
  );
}

function AreaPages({ layout, children, ...wiring }: AreaProps) {
  const [providers] = useState(() => wire(wiring));
  return (
    <CoreAdminContext {...providers}>
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

type Wiring = Pick<AreaProps, "identityService" | "createAuthProvider">;

function wire({ identityService, createAuthProvider }: Wiring) {
  const currentToken = async () => (await identityService()).currentToken();
  const client = createHttpClient(currentToken);
  return {
    authProvider: createAuthProvider(client, identityService),
    dataProvider: createDataProvider(
      client,
      createStreamOpener(currentToken),
      createDownloader(currentToken),
    ),
    i18nProvider,
    queryClient: createQueryClient(),
    // A reopened list starts without filters: the browser does not store them.
    store: memoryStore(),
  };
}

/**
 * Failed requests are not retried silently: the screen shows the error and a retry button. Requests
 * run even if the browser believes it is offline, so that their errors show as well.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
