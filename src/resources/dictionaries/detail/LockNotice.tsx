import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LinkBase, useCanAccess, useCreatePath } from "react-admin";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { useTranslate } from "../../../i18n/translate.ts";
import type { LockHolder } from "../../../providers/data/locks.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import type { DictionaryRecord } from "../../records.ts";
import { BreakLock } from "../BreakLock.tsx";
import { heldSentence, holderTexts } from "../holder.ts";
import { TAKE_OVER } from "../takeOver.ts";
import { useHolder } from "./useHolder.ts";

/** Tells possible editors that the dictionary is being edited, by others or in another tab. */
export function LockNotice({ dictionary }: { dictionary: DictionaryRecord }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const api = useApi();
  const queryClient = useQueryClient();
  const { canAccess } = useCanAccess({ resource: "dictionaries", action: "edit" });
  const holder = useHolder(dictionary);
  if (!holder || !canAccess) return null;

  async function breakLock(reason: string) {
    await api.breakLock("dictionaries", dictionary.id, reason);
    await queryClient.invalidateQueries({ queryKey: ["dictionaries"] });
  }

  return (
    <HeldBanner
      holder={holder}
      takeOver={
        <Button
          variant="outlined"
          component={LinkBase}
          to={createPath({ resource: "dictionaries", type: "edit", id: dictionary.id })}
          state={TAKE_OVER}
        >
          {translate("resources.dictionaries.lock.takeOver")}
        </Button>
      }
      onBreak={breakLock}
    />
  );
}

interface HeldBannerProps {
  holder: LockHolder;
  /** このタブで編集する, if the user holds the lock in another tab. */
  takeOver: ReactNode;
  onBreak: (reason: string) => Promise<void>;
}

function HeldBanner({ holder, takeOver, onBreak }: HeldBannerProps) {
  const translate = useTranslate();
  return (
    <PageBanner
      sentences={[translate(heldSentence(holder), holderTexts(holder))]}
      actions={holder.isMe ? takeOver : <BreakLock name={holder.name} onBreak={onBreak} />}
    />
  );
}
