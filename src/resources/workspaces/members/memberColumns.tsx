import { UserStatusChip } from "../../../components/display/UserStatusChip.tsx";
import type { Column } from "../../../components/list/column.ts";
import { ChangeMark } from "./ChangeMark.tsx";
import type { MemberRecord } from "./memberChanges.ts";
import styles from "./members.module.css";

export const memberColumns: readonly Column<MemberRecord>[] = [
  {
    source: "userName",
    label: "resources.users.fields.userName",
    render: ({ userName, change }) => (
      <span className={styles.name}>
        {userName}
        <ChangeMark change={change} />
      </span>
    ),
  },
  { source: "email", label: "resources.users.fields.email" },
  {
    source: "status",
    label: "resources.users.fields.status",
    render: ({ status }) => <UserStatusChip status={status} />,
  },
];
