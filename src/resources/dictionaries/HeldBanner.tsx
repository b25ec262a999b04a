import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { BreakLock } from "./BreakLock.tsx";
import { type Holder, heldSentence } from "./holder.ts";
import { LockBanner } from "./LockBanner.tsx";

interface HeldBannerProps {
  holder: Holder;
  /** このタブで編集する, for one's own lock in another tab. */
  takeOver: ReactNode;
  onBreak: (reason: string) => Promise<void>;
}

/** Who holds the dictionary, and what the person can do about that. */
export function HeldBanner({ holder, takeOver, onBreak }: HeldBannerProps) {
  const translate = useTranslate();
  return (
    <LockBanner
      sentences={[translate(heldSentence(holder), holder)]}
      actions={holder.isMe ? takeOver : <BreakLock name={holder.name} onBreak={onBreak} />}
    />
  );
}
