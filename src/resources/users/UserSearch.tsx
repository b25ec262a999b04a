import PersonAddIcon from "@mui/icons-material/PersonAddOutlined";
import type { ReactNode } from "react";
import type { Role } from "../../../domain/access.ts";
import { USER_STATUSES } from "../../../domain/users/rules.ts";
import { CsvButton } from "../../components/csv/CsvDownload.tsx";
import { ImportLink } from "../../components/imports/ImportLink.tsx";
import { CreateLink } from "../../components/list/CreateLink.tsx";
import { SearchSelect, SearchText } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import { users } from "../../i18n/ja/resources/users.ts";

const statuses = USER_STATUSES.map((id) => ({ id, name: users.status[id] }));

export function UserSearch({ roles, children }: { roles: readonly Role[]; children?: ReactNode }) {
  return (
    <SearchForm>
      {children}
      <SearchText source="q" label={users.list.keyword} placeholder={users.list.keywordHint} />
      <SearchSelect source="role" choices={roles.map((id) => ({ id, name: users.role[id] }))} />
      <SearchSelect source="status" choices={statuses} />
    </SearchForm>
  );
}

export function UserListActions() {
  return (
    <>
      <CsvButton endpoint="GET /users/export" />
      <ImportLink />
    </>
  );
}

/** A link to the invitation form for those who may invite. */
export function InviteButton({ label }: { label: string }) {
  return <CreateLink label={label} icon={<PersonAddIcon />} />;
}
