import { useState } from "react";
import { useFormContext } from "react-hook-form";
import type { ComboboxOption } from "./useOptions.ts";

/** The organization in the form when its field appears, as its ComboboxInput shows it. */
export function useChosenOrganization(): ComboboxOption | undefined {
  const { getValues } = useFormContext();
  const [chosen] = useState(() => {
    const { organizationId: id, organizationName: name } = getValues();
    return typeof id === "number" && typeof name === "string" ? { id, name } : undefined;
  });
  return chosen;
}
