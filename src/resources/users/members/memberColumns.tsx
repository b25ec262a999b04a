import { useId, useState } from "react";
import { useListContext, useNotify, useUpdate } from "react-admin";
import type { Column } from "../../../components/list/column.ts";
import { useTranslate } from "../../../i18n/translate.ts";
import type { UserRecord } from "../../records.ts";
import { AccountState } from "../AccountState.tsx";
import { useIsOwn } from "../useIsOwn.ts";
import { columns } from "../userColumns.tsx";
import styles from "./members.module.css";

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
    render: (user) => <DictionaryAdminSwitch key={user.id} user={user} />,
  },
  status,
];

/** Grants or revokes 辞書管理者 at one press. It follows the server's answer; an error resets it. */
function DictionaryAdminSwitch({ user }: { user: UserRecord }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { refetch } = useListContext();
  const [update] = useUpdate<UserRecord, Error>();
  const [wanted, setWanted] = useState<boolean>();
  const reasonId = useId();
  const own = useIsOwn(user);
  const name = user.userName;

  function press() {
    if (own || wanted !== undefined) return;
    const isDictionaryAdmin = !user.isDictionaryAdmin;
    setWanted(isDictionaryAdmin);
    void update(
      "users",
      { id: user.id, data: { isDictionaryAdmin }, previousData: user },
      {
        mutationMode: "pessimistic",
        onSuccess: () => {
          const done = isDictionaryAdmin ? "given" : "taken";
          notify(`resources.users.dictionaryAdmin.${done}`, {
            type: "success",
            messageArgs: { name },
          });
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
    <span className={styles.right}>
      <button
        type="button"
        role="switch"
        className={styles.switch}
        aria-label={translate("resources.users.dictionaryAdmin.switch", { name })}
        aria-checked={wanted ?? user.isDictionaryAdmin}
        aria-busy={wanted !== undefined}
        // Focusable, so that the reason can be read.
        aria-disabled={own || undefined}
        aria-describedby={own ? reasonId : undefined}
        onClick={press}
      />
      {own ? (
        <small id={reasonId} className={styles.reason}>
          {translate("resources.users.form.ownRights")}
        </small>
      ) : null}
    </span>
  );
}
