import type { ReactNode } from "react";
import type { Role } from "../../../domain/access.ts";
import { USER_STATUSES } from "../../../domain/users/rules.ts";
import { SearchSelect, SearchText } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import { useTranslate } from "../../i18n/translate.ts";

interface UserSearchProps {
  roles: readonly Role[];
  children?: ReactNode;
}

const statuses = USER_STATUSES.map((id) => ({ id, name: `resources.users.status.${id}` }));

export function UserSearch({ roles, children }: UserSearchProps) {
  const translate = useTranslate();
  return (
    <SearchForm>
      {children}
      <SearchText
        source="q"
        label="resources.users.list.keyword"
        placeholder={translate("resources.users.list.keywordHint")}
      />
      <SearchSelect
        source="role"
        choices={roles.map((id) => ({ id, name: `resources.users.role.${id}` }))}
      />
      <SearchSelect source="status" choices={statuses} />
    </SearchForm>
  );
}
