import { useQuery } from "@tanstack/react-query";
import type { Submission } from "../../../domain/api/submissions.ts";
import { useApi } from "../../providers/data/useApi.ts";

/** What the server has said of submissions. */
export interface Asked {
  /** Nothing is to be waited for any more, whether the server answered or not. */
  isOver: boolean;
  /** One of them is being processed; it is asked again. */
  isRunning: boolean;
  /** The server could not be asked. */
  isUnsure: boolean;
  /** The keys of those that have taken effect. */
  taken: readonly string[];
  /** When the first of them came in. */
  takenAt: string | undefined;
}

const AGAIN_MS = 2_000;

const isRunning = ({ state }: Submission) => state === "RUNNING";

/** Asks what became of POSTs by their Idempotency-Keys, until it is known. */
export function useSubmissions(keys: readonly string[]): Asked {
  const { api } = useApi();
  const { data, isError } = useQuery({
    queryKey: ["submissions", ...keys],
    queryFn: ({ signal }) =>
      Promise.all(keys.map((key) => api("GET /submissions", { query: { key }, signal }))),
    enabled: keys.length > 0,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? AGAIN_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    // Offline, too, the draft is offered.
    networkMode: "always",
  });
  const running = data?.some(isRunning) === true;
  const isTaken = (index: number) => data?.[index]?.state === "TAKEN";
  return {
    isOver: keys.length === 0 || isError || (data !== undefined && !running),
    isRunning: running,
    isUnsure: isError,
    taken: keys.filter((_, index) => isTaken(index)),
    takenAt: data?.find(({ state }) => state === "TAKEN")?.at ?? undefined,
  };
}
