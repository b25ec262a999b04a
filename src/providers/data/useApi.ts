import { useMemo } from "react";
import { useDataProvider } from "react-admin";
import type { ConsoleApi, ConsoleDataProvider } from "../dataProvider.ts";

/**
 * The API for screens: a 401 signs out, as in react-admin's own calls. Each function stays the same,
 * while useDataProvider makes it again each time it is read.
 */
export function useApi(): ConsoleApi {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useMemo(() => ({ ...dataProvider }), [dataProvider]);
}
