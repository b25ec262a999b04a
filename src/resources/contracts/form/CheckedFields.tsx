import type { ReactNode } from "react";
import { useComposing } from "../../../components/form/useComposing.ts";
import type { ContractRecord } from "../../records.ts";
import form from "./form.module.css";
import type { RefusedPeriod } from "./refusedConflicts.ts";
import { CheckContext, useContractCheck } from "./useContractCheck.ts";

interface CheckedFieldsProps {
  edited?: ContractRecord;
  refused: RefusedPeriod | undefined;
  children: ReactNode;
}

/** The fields of a contract; while a person types, the API checks them against other contracts. */
export function CheckedFields({ edited, refused, children }: CheckedFieldsProps) {
  const { composing, handlers } = useComposing();
  const answer = useContractCheck(composing, edited, refused);
  return (
    <CheckContext value={answer}>
      <div className={form.fields} {...handlers}>
        {children}
      </div>
    </CheckContext>
  );
}
