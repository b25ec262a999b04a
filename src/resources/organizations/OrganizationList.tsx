import { useTranslate } from "react-admin";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { SearchText } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import { listSorts } from "../../providers/listSorts.ts";
import { organizationColumns } from "./organizationColumns.tsx";

export function OrganizationList() {
  return (
    <ListPage
      title="resources.organizations.name"
      sort={listSorts.organizations}
      search={<OrganizationSearch />}
    >
      <DataTable columns={organizationColumns} rowLink="edit" />
    </ListPage>
  );
}

function OrganizationSearch() {
  const translate = useTranslate();
  return (
    <SearchForm>
      <SearchText
        source="q"
        label="resources.organizations.list.keyword"
        placeholder={translate("resources.organizations.list.keywordHint")}
      />
    </SearchForm>
  );
}
