import { isRightLost } from "../../providers/live/lockState.ts";
import { statusOf } from "../../providers/problems/answerStatus.ts";

/** Whether a write failed because another user holds the lock or there is none. */
export function isLockLost(error: unknown): boolean {
  return statusOf(error) === 423;
}

/** The same for a write of who held the lock, which also ends with the right to write. */
export function endsLock(error: unknown): boolean {
  return isLockLost(error) || isRightLost(error);
}
