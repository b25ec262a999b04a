import type { ReactNode } from "react";
import type { WriteProblem } from "./problem.ts";

interface ProblemTextProps {
  problem: Pick<WriteProblem, "message"> | undefined;
  /** What the problem says beside its sentence. */
  children?: ReactNode;
}

/** Why a write failed, in a live region that is there before. */
export function ProblemText({ problem, children }: ProblemTextProps) {
  return (
    <div role="alert">
      {problem ? <p className="strong error">{problem.message}</p> : null}
      {children}
    </div>
  );
}
