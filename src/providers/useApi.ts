import { useMemo } from "react";
import { useDataProvider } from "react-admin";
import type { ApiMethods } from "./api.ts";
import type { ConsoleDataProvider } from "./dataProvider.ts";

/** The API as the screens call it: a 401 signs out, as it does for react-admin's own calls. */
export function useApi(): ApiMethods {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useMemo(
    () => ({ api: dataProvider.api, apiWithVersion: dataProvider.apiWithVersion }),
    [dataProvider],
  );
}
