import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { LockStateBanner } from "../form/LockStateBanner.tsx";
import { useBegin } from "../form/useBegin.ts";

interface ImportLockProps {
  editLock: EditLockHandle;
  /** A dry run is shown, which only the holder of the lock can write. */
  needed: boolean;
}

/** Acquires the lock for a dry run, and says why there is none. */
export function ImportLock({ editLock, needed }: ImportLockProps) {
  const begin = useBegin(editLock, needed);
  const { state } = editLock.lock;
  if (!needed && state !== "held" && state !== "mine") return null;
  return (
    <LockStateBanner
      editLock={editLock}
      errorMessage={begin.errorMessage}
      input="none"
      onBegin={() => void begin.begin()}
      onTakeOver={() => void begin.takeOver()}
    />
  );
}
