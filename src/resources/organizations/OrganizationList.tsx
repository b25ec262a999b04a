import { LinkBase, useCreatePath } from "react-admin";
import { CreateLink } from "../../components/list/CreateLink.tsx";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { SearchText } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import { useTranslate } from "../../i18n/translate.ts";
import { listSorts } from "../../providers/data/listSorts.ts";
import { organizationColumns } from "./organizationColumns.tsx";
import styles from "./organizations.module.css";

export function OrganizationList() {
  return (
    <ListPage
      title="resources.organizations.name"
      sort={listSorts.organizations}
      overview={<HowAdded />}
      search={<OrganizationSearch />}
    >
      <DataTable
        columns={organizationColumns}
        rowLink="edit"
        empty={<CreateLink resource="contracts" label="resources.contracts.list.add" />}
      />
    </ListPage>
  );
}

/** Organizations have no form of their own: they come with their first contract. */
function HowAdded() {
  const translate = useTranslate();
  const createPath = useCreatePath();
  return (
    <p className={styles.howAdded}>
      {translate("resources.organizations.list.howAdded")}
      <LinkBase to={createPath({ resource: "contracts", type: "create" })}>
        {translate("resources.contracts.list.add")}
      </LinkBase>
    </p>
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
