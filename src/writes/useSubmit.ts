import { useRef, useState } from "react";
import { type WriteProblem, writeProblem } from "./problem.ts";

/** Of one submission: its result, or why it failed; neither if another one was running. */
export interface Outcome<Result> {
  result?: Result;
  problem?: WriteProblem;
}

export interface SubmitOptions {
  /** The page changes after a success; until then it stays pending. */
  leaves?: boolean;
}

/**
 * `pending` while the work runs, which never runs twice at once, and its `problem` afterwards, until
 * the next try. A form that validates calls `forget` for a try that it does not submit.
 */
export function useSubmit({ leaves = false }: SubmitOptions = {}) {
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<WriteProblem>();

  async function submit<Result>(work: () => Promise<Result>): Promise<Outcome<Result>> {
    if (running.current) return {};
    const end = () => {
      running.current = false;
      setPending(false);
    };
    running.current = true;
    setPending(true);
    setProblem(undefined);
    try {
      const result = await work();
      if (!leaves) end();
      return { result };
    } catch (error) {
      end();
      const failed = writeProblem(error);
      setProblem(failed);
      return { problem: failed };
    }
  }

  return { pending, problem, submit, forget: () => setProblem(undefined) };
}
