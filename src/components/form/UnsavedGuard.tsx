import Button from "@mui/material/Button";
import { useContext, useEffect, useEffectEvent } from "react";
import { useBlocker, useCanBlock } from "react-admin";
import { useFormState } from "react-hook-form";
import { app } from "../../i18n/ja/app.ts";
import { NO_PROFILE, userProfile } from "../../providers/signIn/userProfile.ts";
import { DialogFrame, useDialogClose } from "../dialog/DialogFrame.tsx";
import { TrailContext } from "../trail/trail.ts";

export function UnsavedGuard({ onLeave }: Pick<LeaveGuardProps, "onLeave">) {
  const { dirtyFields, isSubmitting } = useFormState();
  const unsaved = Object.keys(dirtyFields).length > 0 && !isSubmitting;
  return <LeaveGuard unsaved={unsaved} onLeave={onLeave} />;
}

type GuardTexts = Readonly<Record<"unsavedTitle" | "unsaved" | "leave" | "stay", string>>;

interface LeaveGuardProps {
  unsaved: boolean;
  /** The question and its answers. */
  texts?: GuardTexts;
  /** The person gives the changes up. */
  onLeave?: (() => void) | undefined;
}

/** Asks before unsaved changes are lost by navigation or by leaving the site. */
export function LeaveGuard({ unsaved, texts = app.form, onLeave }: LeaveGuardProps) {
  const canBlock = useCanBlock();

  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      // After signing out, staying would save nothing; the sign-in page is on its way.
      if (userProfile.get() !== NO_PROFILE) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);

  return canBlock ? <NavigationGuard unsaved={unsaved} texts={texts} onLeave={onLeave} /> : null;
}

interface NavigationGuardProps extends LeaveGuardProps {
  texts: GuardTexts;
}

function NavigationGuard({ unsaved, texts, onLeave }: NavigationGuardProps) {
  const { done } = useContext(TrailContext);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !done?.current && currentLocation.pathname !== nextLocation.pathname,
  );
  const isBlocked = blocker.state === "blocked";
  const leave = useEffectEvent(() => blocker.proceed?.());
  // What was unsaved may be saved while the question is open: nothing is left to ask.
  useEffect(() => {
    if (isBlocked && !unsaved) leave();
  }, [isBlocked, unsaved]);

  function giveUp() {
    onLeave?.();
    blocker.proceed?.();
  }

  return (
    <DialogFrame
      open={isBlocked}
      title={texts.unsavedTitle}
      size="small"
      role="alertdialog"
      onClose={() => blocker.reset?.()}
      actions={<GuardButtons texts={texts} onLeave={giveUp} />}
    >
      {texts.unsaved}
    </DialogFrame>
  );
}

function GuardButtons({ texts, onLeave }: { texts: GuardTexts; onLeave: () => void }) {
  const stay = useDialogClose();
  return (
    <>
      <Button variant="outlined" color="secondary" onClick={onLeave}>
        {texts.leave}
      </Button>
      <Button variant="contained" onClick={stay} data-autofocus>
        {texts.stay}
      </Button>
    </>
  );
}
