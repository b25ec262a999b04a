import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { messageFor } from "../../providers/errorMessage.ts";
import { useApi } from "../../providers/useApi.ts";
import type { AlertRecord } from "./alertRecord.ts";

/** Marks an alert as read, and those that it includes. */
export function useMarkRead(): (alert: AlertRecord) => void {
  const { api } = useApi();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ alertId }: AlertRecord) =>
      api("POST /alerts/{id}/read", { id: alertId, body: {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["alerts"] }),
    onError: (error) => notify(messageFor(error), { type: "error" }),
  });
  return mutate;
}
