import Button from "@mui/material/Button";
import { useEffect } from "react";
import { useBlocker, useCanBlock, useTranslate } from "react-admin";
import { useFormState } from "react-hook-form";
import { DialogFrame, useDialogClose } from "../dialog/DialogFrame.tsx";

export function UnsavedGuard() {
  const { dirtyFields, isSubmitting } = useFormState();
  return <LeaveGuard unsaved={Object.keys(dirtyFields).length > 0 && !isSubmitting} />;
}

/** Asks before unsaved changes are lost by navigation or by leaving the site. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const canBlock = useCanBlock();

  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);

  return canBlock ? <NavigationGuard unsaved={unsaved} /> : null;
}

function NavigationGuard({ unsaved }: { unsaved: boolean }) {
  const translate = useTranslate();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <DialogFrame
      open={blocker.state === "blocked"}
      title={translate("app.form.unsavedTitle")}
      size="small"
      role="alertdialog"
      onClose={() => blocker.reset?.()}
      actions={<GuardButtons onLeave={() => blocker.proceed?.()} />}
    >
      {translate("app.form.unsaved")}
    </DialogFrame>
  );
}

function GuardButtons({ onLeave }: { onLeave: () => void }) {
  const translate = useTranslate();
  const stay = useDialogClose();
  return (
    <>
      <Button variant="outlined" color="secondary" onClick={onLeave}>
        {translate("app.form.leave")}
      </Button>
      <Button variant="contained" onClick={stay} data-autofocus>
        {translate("app.form.stay")}
      </Button>
    </>
  );
}
