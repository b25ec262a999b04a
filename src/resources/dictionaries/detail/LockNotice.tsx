import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { LinkBase, useCanAccess, useCreatePath, useDataProvider, useTranslate } from "react-admin";
import type { ConsoleDataProvider } from "../../../providers/dataProvider.ts";
import type { DictionaryRecord } from "../dictionaryRecord.ts";
import { HeldBanner } from "../HeldBanner.tsx";
import { TAKE_OVER } from "../takeOver.ts";
import { useHolder } from "./useHolder.ts";

/** Tells possible editors that the dictionary is being edited, by others or in another tab. */
export function LockNotice({ dictionary }: { dictionary: DictionaryRecord }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const queryClient = useQueryClient();
  const { canAccess } = useCanAccess({ resource: "dictionaries", action: "edit" });
  const holder = useHolder(dictionary);
  if (!holder || !canAccess) return null;

  async function breakLock(reason: string) {
    await dataProvider.breakLock("dictionaries", dictionary.id, reason);
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
