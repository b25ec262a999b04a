import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { can } from "../../../domain/access.ts";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { dictionaries } from "../../i18n/ja/resources/dictionaries.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";

const BreakLockDialog = lazyDialog(
  async () => (await import("./BreakLockDialog.tsx")).BreakLockDialog,
);

interface BreakLockProps {
  name: string;
  onBreak: (reason: string) => Promise<void>;
}

export function BreakLock({ name, onBreak }: BreakLockProps) {
  const mayBreak = can(useUserProfile(), "lock.break");
  const [asking, setAsking] = useState(false);
  if (!mayBreak) return null;
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
        {dictionaries.break.confirm}
      </Button>
      {asking ? (
        <Suspense>
          <BreakLockDialog name={name} onBreak={onBreak} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
