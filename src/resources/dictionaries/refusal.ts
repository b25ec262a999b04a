import { statusOf } from "../../providers/answerStatus.ts";
import { messageFor } from "../../providers/errorMessage.ts";

/** Why a write failed; `lost` says so of a lock that ended meanwhile. */
export function refusalOf(error: unknown, lost: string): string {
  return isLockLost(error) ? lost : messageFor(error);
}

export function isLockLost(error: unknown): boolean {
  return statusOf(error) === 423;
}
