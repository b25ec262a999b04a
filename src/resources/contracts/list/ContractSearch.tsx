import { useTranslate } from "react-admin";
import { dateSentences } from "../../../../domain/dateSentences.ts";
import { OrganizationFilter } from "../../../components/list/OrganizationFilter.tsx";
import { SearchMonth, SearchText } from "../../../components/list/SearchFields.tsx";
import { SearchForm } from "../../../components/list/SearchForm.tsx";
import type { Draft } from "../../../components/list/searchDraft.ts";

/** The API refuses such months as well. */
function validate({ startMonth, endMonth }: Draft): Record<string, string> {
  const ends = typeof startMonth === "string" && typeof endMonth === "string" && endMonth !== "";
  return ends && endMonth < startMonth ? { endMonth: dateSentences.endMonthBeforeStart } : {};
}

export function ContractSearch() {
  const translate = useTranslate();
  return (
    <SearchForm validate={validate}>
      <OrganizationFilter />
      <SearchText
        source="q"
        label="resources.contracts.list.keyword"
        placeholder={translate("resources.contracts.list.keywordHint")}
      />
      <SearchMonth source="startMonth" label="resources.contracts.list.fromMonth" />
      <SearchMonth source="endMonth" label="resources.contracts.list.toMonth" />
    </SearchForm>
  );
}
