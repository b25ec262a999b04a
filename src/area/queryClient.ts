import { QueryClient } from "@tanstack/react-query";

/**
 * Failed requests are not retried silently: the screen shows the error and a retry button. Requests
 * run even if the browser believes it is offline, so that their errors show as well.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
