import { statusOf } from "../../providers/answerStatus.ts";
import { messageFor } from "../../providers/errorMessage.ts";
import { isRightLost } from "../../providers/live/lockState.ts";

/** Why a write failed; `lost` says so of a lock that ended meanwhile. */
export function refusalOf(error: unknown, lost: string, isLost = isLockLost): string {
  return isLost(error) ? lost : messageFor(error);
}

export function isLockLost(error: unknown): boolean {
  return statusOf(error) === 423;
}

/** The same for a write of who held the lock, which also ends with the right to write. */
export function endsLock(error: unknown): boolean {
  return isLockLost(error) || isRightLost(error);
}
