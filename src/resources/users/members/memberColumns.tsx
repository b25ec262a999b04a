import type { Column } from "../../../components/list/column.ts";
import { AccountState } from "../AccountState.tsx";
import { columns } from "../userColumns.tsx";
import type { UserRecord } from "../userRecord.ts";
import { DictionaryAdminSwitch } from "./DictionaryAdminSwitch.tsx";

const { userName, email, roles, status } = columns;

export const memberColumns: readonly Column<UserRecord>[] = [
  userName,
  email,
  roles,
  { source: "status", width: 230, render: (user) => <AccountState user={user} /> },
];

/** For those who may edit members: 辞書管理者 is a switch in the list. */
export const managedMemberColumns: readonly Column<UserRecord>[] = [
  userName,
  email,
  roles,
  {
    source: "isDictionaryAdmin",
    width: 180,
    render: (user) => <DictionaryAdminSwitch user={user} />,
  },
  status,
];
