import type { ReactNode } from "react";
import { useComposing } from "../../../components/form/useComposing.ts";
import type { ContractRow } from "../contractRow.ts";
import form from "./form.module.css";
import { CheckContext, useContractCheck } from "./useContractCheck.ts";

/** The fields of a contract, checked against the others while a person types. */
export function CheckedFields({ edited, children }: { edited?: ContractRow; children: ReactNode }) {
  const { composing, handlers } = useComposing();
  const answer = useContractCheck(composing, edited);
  return (
    <CheckContext value={answer}>
      <div className={form.fields} {...handlers}>
        {children}
      </div>
    </CheckContext>
  );
}
