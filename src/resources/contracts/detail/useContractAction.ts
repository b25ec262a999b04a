import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { HttpError, useNotify } from "react-admin";
import type { PeriodConflict } from "../../../../domain/problem.ts";
import { messageFor } from "../../../providers/errorMessage.ts";
import { fieldErrorsIn } from "../../../providers/fieldErrors.ts";
import { readsOf } from "../../../providers/readsOf.ts";
import { conflictsIn } from "../conflictsIn.ts";

export interface ActionProblem {
  message: string;
  conflicts: PeriodConflict[];
}

/** Runs an action on a contract, then reloads the contracts of every screen. */
export function useContractAction(onDone: () => void) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ActionProblem>();

  /** Shows `done` on success; resolves to the error sentences of the fields, if there are any. */
  async function run(done: string, action: () => Promise<unknown>): Promise<object | undefined> {
    setPending(true);
    setProblem(undefined);
    try {
      await action();
      await queryClient.invalidateQueries(readsOf("contracts"));
      notify(done, { type: "success" });
      onDone();
      return undefined;
    } catch (error) {
      // Somebody else was faster: the page reloads the contract and starts again from there.
      if (isStale(error)) await queryClient.invalidateQueries(readsOf("contracts"));
      setProblem({ message: messageFor(error), conflicts: conflictsIn(error) });
      return fieldErrorsIn(error);
    } finally {
      setPending(false);
    }
  }

  return { run, pending, problem };
}

function isStale(error: unknown): boolean {
  return error instanceof HttpError && error.status === 412;
}
