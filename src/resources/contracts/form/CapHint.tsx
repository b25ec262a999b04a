import { useQuery } from "@tanstack/react-query";
import { useRecordContext } from "react-admin";
import { useFormState, useWatch } from "react-hook-form";
import { capCheckQuery } from "../../../../domain/contracts/schemas.ts";
import { formatDateJa } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { useSettled } from "../../../components/form/useSettled.ts";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import type { ContractRecord } from "../../records.ts";
import form from "./form.module.css";

/**
 * While caps are typed, what they would have refused of the organization's last 12 months
 * (docs/product/contracts.md#caps). Nothing for an organization without use. An error of the check
 * shows nothing, too: the hint is no condition of the save.
 */
export function CapHint() {
  const { api } = useApi();
  const { dirtyFields } = useFormState();
  const edited = useRecordContext<ContractRecord>();
  const [kind, chosen, maxTranscriptCount, maxTranscriptMinutes] = useWatch({
    name: ["kind", "organizationId", "maxTranscriptCount", "maxTranscriptMinutes"],
  });
  const organizationId = edited?.organizationId ?? (kind === "new" ? undefined : chosen);
  const isTyped = Boolean(dirtyFields.maxTranscriptCount || dirtyFields.maxTranscriptMinutes);
  const typed = JSON.stringify({
    organizationId,
    maxTranscriptCount: maxTranscriptCount ?? undefined,
    maxTranscriptMinutes: maxTranscriptMinutes ?? undefined,
  });
  const settled = useSettled(typed, false);
  const query = capCheckQuery.safeParse(JSON.parse(settled)).data;
  const { data } = useQuery({
    queryKey: ["contracts", "cap-check", settled],
    queryFn: ({ signal }) => api("GET /contracts/cap-check", { query: query ?? {}, signal }),
    enabled: isTyped && query !== undefined,
  });
  const found = isTyped && typed === settled ? data : undefined;
  return (
    <p role="status" className={`note numeric ${form.capHint}`}>
      {found && found.transcriptCount > 0 ? hintOf(found) : null}
    </p>
  );

  function hintOf({ refusedCount, firstDate }: NonNullable<typeof data>): string {
    if (firstDate === null) return contractPages.check.capsSuffice;
    return contractPages.check.capsRefuse(formatNumber(refusedCount), formatDateJa(firstDate));
  }
}
