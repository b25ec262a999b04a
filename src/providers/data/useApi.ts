import { useMemo } from "react";
import { useDataProvider } from "react-admin";
import type { ConsoleDataProvider } from "../dataProvider.ts";
import type { ApiMethods } from "./api.ts";

/** The API for screens: a 401 signs out, as in react-admin's own calls. */
export function useApi(): Pick<ApiMethods, "api" | "apiWithVersion"> {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useMemo(
    () => ({ api: dataProvider.api, apiWithVersion: dataProvider.apiWithVersion }),
    [dataProvider],
  );
}
