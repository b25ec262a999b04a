import { useRef } from "react";
import { useDataProvider } from "react-admin";
import { useFormContext } from "react-hook-form";
import type { ComboboxOption } from "../../../components/form/useOptions.ts";
import type { ContractRecord } from "../contractRecord.ts";
import { blankContract, followingContract, type NewContract } from "./contractValues.ts";
import { latestOf } from "./latestOf.ts";

const PREFILLED = [
  "adminName",
  "adminNameKana",
  "adminEmail",
  "startDate",
  "endDate",
  "maxTranscriptCount",
  "maxTranscriptMinutes",
] as const satisfies readonly (keyof NewContract)[];

/** Fills the untouched fields from the latest contract of the chosen organization. */
export function usePrefill() {
  const dataProvider = useDataProvider();
  const { setValue, getFieldState, clearErrors } = useFormContext();
  const chosen = useRef<number | undefined>(undefined);

  return async (option: ComboboxOption | null) => {
    chosen.current = option?.id;
    setValue("organizationName", option?.name ?? "");
    if (!option) return;
    const latest = await readLatest(option.id);
    if (chosen.current !== option.id) return;
    const values = latest ? followingContract(latest) : blankContract;
    for (const field of PREFILLED) {
      if (getFieldState(field).isDirty) continue;
      setValue(field, values[field]);
      if (latest) clearErrors(field);
    }
  };

  async function readLatest(organizationId: number): Promise<ContractRecord | undefined> {
    try {
      const params = latestOf(organizationId);
      const { data } = await dataProvider.getList<ContractRecord>("contracts", params);
      return data[0];
    } catch {
      return undefined;
    }
  }
}
