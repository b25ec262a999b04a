import { QueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import {
  CoreAdminContext,
  type DataProvider,
  memoryStore,
  ResourceContextProvider,
  testDataProvider,
} from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router";
import { ja } from "../../../src/i18n/ja/index.ts";
import { Notifications } from "../../../src/layout/Notifications.tsx";
import { createI18nProvider } from "../../../src/providers/i18nProvider.ts";

/** A resource without screens of ours, so that these tests do not depend on them. */
const things = {
  name: "荷物",
  fields: {
    code: "番号",
    name: "名前",
    nameKana: "名前（フリガナ）",
    count: "個数",
    month: "対象月",
    day: "対象日",
    kind: "種類",
    note: "メモ",
    fragile: "割れ物",
    q: "キーワード",
    state: "状態",
  },
};

const i18nProvider = createI18nProvider({ ...ja, resources: { ...ja.resources, things } });

export interface ConsoleOptions {
  /** Path and screen of each route; the first one opens. */
  routes: { path: string; element: ReactNode }[];
  at?: string;
  dataProvider?: Partial<DataProvider>;
  basename?: string;
}

/** Renders screens of the resource `things` as the areas do: data router, react-admin, Japanese. */
export function renderConsole(options: ConsoleOptions) {
  const { routes, at = routes[0]?.path ?? "/", dataProvider = {}, basename = "/" } = options;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const store = memoryStore();
  const router = createMemoryRouter(
    routes.map(({ path, element }) => ({
      path,
      element: (
        <CoreAdminContext
          dataProvider={testDataProvider(dataProvider)}
          i18nProvider={i18nProvider}
          queryClient={queryClient}
          store={store}
        >
          <ResourceContextProvider value="things">{element}</ResourceContextProvider>
          <Notifications />
        </CoreAdminContext>
      ),
    })),
    { initialEntries: [at], basename },
  );
  return { router, queryClient, ...render(<RouterProvider router={router} />) };
}

/** A single element with every context that the components need. */
export function renderIn(element: ReactNode) {
  return renderConsole({ routes: [{ path: "/", element }] });
}
