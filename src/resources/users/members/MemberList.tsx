import { useId, useState } from "react";
import { useListContext, useNotify, useUpdate } from "react-admin";
import { can, ROLES } from "../../../../domain/access.ts";
import { resourceTopic } from "../../../../domain/events.ts";
import type { Column } from "../../../components/list/column.ts";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListPage } from "../../../components/list/ListPage.tsx";
import { lazyPart } from "../../../components/load/lazyScreen.tsx";
import { users } from "../../../i18n/ja/resources/users.ts";
import { listSorts } from "../../../providers/data/listSorts.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import type { UserRecord } from "../../records.ts";
import { AccountState, useIsOwn } from "../AccountState.tsx";
import { columns, nameOfUser } from "../UserList.tsx";
import { InviteButton, UserListActions, UserSearch } from "../UserSearch.tsx";
import styles from "./members.module.css";

const USERS = resourceTopic("users");
const choice = {
  name: nameOfUser,
  Bar: lazyPart(async () => (await import("../bulk/UserBulk.tsx")).MemberBulk),
};
const searched = ROLES.filter((role) => role !== "systemAdmin");

/** /users: the members of the own organization. All can see them, organization admins edit them. */
export function MemberList() {
  useLiveReads(USERS, "users");
  const manages = can(useUserProfile(), "member.manage");
  const shown = manages ? managedMemberColumns : memberColumns;
  return (
    <ListPage
      title={users.members.title}
      sort={listSorts.users}
      columns={shown}
      search={<UserSearch roles={searched} />}
      actions={<UserListActions />}
      add={<InviteButton label={users.members.invite} />}
    >
      <DataTable
        columns={shown}
        rowLink={manages ? "show" : false}
        {...(manages ? { choice } : {})}
        empty={users.empty}
        next={<InviteButton label={users.members.invite} />}
      />
    </ListPage>
  );
}

const { userName, email, roles, status } = columns;

const memberColumns: readonly Column<UserRecord>[] = [
  userName,
  email,
  roles,
  { ...status, render: (user) => <AccountState user={user} /> },
];

/** For those who may edit members: 辞書管理者 is a switch in the list. */
const managedMemberColumns: readonly Column<UserRecord>[] = [
  userName,
  email,
  roles,
  {
    source: "isDictionaryAdmin",
    width: 260,
    render: (user) => <DictionaryAdminSwitch key={user.id} user={user} />,
  },
  status,
];

/** Grants or revokes 辞書管理者 at one press. It follows the server's answer; an error resets it. */
function DictionaryAdminSwitch({ user }: { user: UserRecord }) {
  const notify = useNotify();
  const { refetch } = useListContext();
  const [update] = useUpdate<UserRecord, Error>();
  const [wanted, setWanted] = useState<boolean>();
  const reasonId = useId();
  const own = useIsOwn(user);
  const isManaged = user.managedRoles.includes("dictionaryAdmin");
  const reason = isManaged ? users.form.managed : own ? users.form.ownRights : null;
  const name = user.userName;

  function press() {
    if (reason || wanted !== undefined) return;
    const isDictionaryAdmin = !user.isDictionaryAdmin;
    setWanted(isDictionaryAdmin);
    void update(
      "users",
      { id: user.id, data: { isDictionaryAdmin }, previousData: user },
      {
        mutationMode: "pessimistic",
        onSuccess: () => {
          const done = isDictionaryAdmin ? "given" : "taken";
          notify(users.dictionaryAdmin[done](name), { type: "success" });
        },
        onError: (error) => {
          notify(error.message, { type: "error" });
          void refetch();
        },
        onSettled: () => setWanted(undefined),
      },
    );
  }

  return (
    <span className="row gap-4-8">
      <button
        type="button"
        role="switch"
        className={`fixed relative round-card shaded ${styles.switch}`}
        aria-label={users.dictionaryAdmin.switch(name)}
        aria-checked={wanted ?? user.isDictionaryAdmin}
        aria-busy={wanted !== undefined}
        // Focusable, so that the reason can be read.
        aria-disabled={reason !== null || undefined}
        aria-describedby={reason ? reasonId : undefined}
        onClick={press}
      />
      {reason ? (
        <small id={reasonId} className={isManaged ? "visually-hidden" : "note screen-only"}>
          {reason}
        </small>
      ) : null}
      {/* It is so in every row. */}
      {isManaged ? (
        <small className="note screen-only" title={users.form.managed} aria-hidden>
          {users.managedBy.SCIM}
        </small>
      ) : null}
    </span>
  );
}
