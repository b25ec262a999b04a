import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { PageBanner } from "../../components/display/PageBanner.tsx";
import type { LockHolder } from "../../providers/locks.ts";
import { BreakLock } from "./BreakLock.tsx";
import { heldSentence, holderTexts } from "./holder.ts";

interface HeldBannerProps {
  holder: LockHolder;
  /** このタブで編集する, if the user holds the lock in another tab. */
  takeOver: ReactNode;
  onBreak: (reason: string) => Promise<void>;
}

export function HeldBanner({ holder, takeOver, onBreak }: HeldBannerProps) {
  const translate = useTranslate();
  return (
    <PageBanner
      sentences={[translate(heldSentence(holder), holderTexts(holder))]}
      actions={holder.isMe ? takeOver : <BreakLock name={holder.name} onBreak={onBreak} />}
    />
  );
}
