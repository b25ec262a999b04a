import { useEffect, useEffectEvent, useState } from "react";

export const CLOSE_ANIMATION_MS = 250;

type Phase = "closed" | "open" | "closing";

/**
 * Keeps a dialog mounted for its closing animation (spec 4). The time is a timer's, not an
 * animation event's, so that it passes under prefers-reduced-motion and in hidden tabs as well.
 * `onClose` fires after it, and only when the dialog itself asked to close.
 */
export function useClosing(open: boolean, onClose: () => void) {
  const [wasOpen, setWasOpen] = useState(open);
  const [phase, setPhase] = useState<Phase>(open ? "open" : "closed");
  const [asked, setAsked] = useState(false);

  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      setAsked(false);
      setPhase("open");
    } else if (phase === "open") {
      setPhase("closing");
    }
  }

  const finish = useEffectEvent(() => {
    setPhase("closed");
    if (asked && open) onClose();
  });

  useEffect(() => {
    if (phase !== "closing") return;
    const timer = setTimeout(() => finish(), CLOSE_ANIMATION_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  function requestClose() {
    setAsked(true);
    setPhase((current) => (current === "open" ? "closing" : current));
  }

  return { phase, requestClose };
}
