import { Suspense, useState } from "react";
import { useTranslate } from "react-admin";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import type { DictionaryRecord } from "../dictionaryRecord.ts";

const ExportDialog = lazyDialog(
  async () => (await import("../export/ExportDialog.tsx")).ExportDialog,
);

export function ExportButton({ dictionary }: { dictionary: DictionaryRecord }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const text = (key: string) => translate(`resources.dictionaries.export.${key}`);
  return (
    <>
      <ActionButton
        reason={dictionary.entryCount === 0 ? text("impossible") : null}
        onClick={() => setOpen(true)}
      >
        {text("open")}
      </ActionButton>
      {open ? (
        <Suspense>
          <ExportDialog dictionary={dictionary} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
