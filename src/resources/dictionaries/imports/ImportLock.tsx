import { useState } from "react";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { IdleGuard } from "../form/IdleGuard.tsx";
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
  const [wasIdle, setWasIdle] = useState(false);
  const { state } = editLock.lock;
  return (
    <>
      {needed || state === "held" ? (
        <LockStateBanner
          editLock={editLock}
          errorMessage={begin.errorMessage}
          input="none"
          wasIdle={wasIdle}
          onBegin={() => {
            setWasIdle(false);
            void begin.begin();
          }}
          onTakeOver={() => {
            setWasIdle(false);
            void begin.takeOver();
          }}
        />
      ) : null}
      {state === "mine" ? (
        <IdleGuard
          onIdle={() => {
            setWasIdle(true);
            void editLock.end();
          }}
        />
      ) : null}
    </>
  );
}
