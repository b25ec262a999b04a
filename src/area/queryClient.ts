import { QueryClient } from "@tanstack/react-query";

/**
 * Nothing is tried again behind a person's back: what failed is told, with a button to reload.
 * A request goes out even when the browser believes to be offline; its failure is told as well.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
