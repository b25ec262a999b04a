import { Fragment, type ReactNode, useState } from "react";
import { DraftNotice } from "./DraftNotice.tsx";
import type { DraftHandle } from "./useDraft.ts";
import { useKeptInput } from "./useKeptInput.ts";

interface KeptFieldsProps {
  draft: DraftHandle;
  children: ReactNode;
}

/** The fields of a form whose input is kept on this device, below the offer of an earlier draft. */
export function KeptFields({ draft, children }: KeptFieldsProps) {
  const input = useKeptInput(draft);
  const [restored, setRestored] = useState(false);
  return (
    <>
      <DraftNotice
        input={{
          ...input,
          restore: () => {
            input.restore();
            setRestored(true);
          },
        }}
        isEditing
      />
      {/* Inputs that hold a text of their own, such as the name of what was chosen, begin anew. */}
      <Fragment key={String(restored)}>{children}</Fragment>
    </>
  );
}
