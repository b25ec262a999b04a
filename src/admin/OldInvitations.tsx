import { useState } from "react";
import { LinkBase, useCreatePath, useTranslate } from "react-admin";
import { addDays, formatDate, parseInstant, tokyoDate } from "../../domain/dates.ts";
import type { User } from "../../domain/users.ts";
import { ActionBlock } from "./ActionBlock.tsx";
import styles from "./adminHome.module.css";

const DAYS = 7;
const INVITED = { status: "INVITED" };
const OLDEST_FIRST = { field: "createdAt", order: "ASC" } as const;

type UserRecord = User & { id: string };

/** People who were invited more than a week ago and have not signed in. */
export function OldInvitations() {
  const [filter] = useState(() => ({
    ...INVITED,
    createdBefore: addDays(tokyoDate(new Date()), -DAYS),
  }));
  return (
    <ActionBlock<UserRecord>
      name="invitations"
      unit="people"
      resource="users"
      filter={filter}
      sort={OLDEST_FIRST}
      listFilter={INVITED}
    >
      {(user) => <Invitation user={user} />}
    </ActionBlock>
  );
}

function Invitation({ user }: { user: UserRecord }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const date = formatDate(tokyoDate(parseInstant(user.createdAt)));
  return (
    <>
      <div className={styles.subject}>
        <LinkBase to={createPath({ resource: "users", type: "edit", id: user.userId })}>
          {user.userName}
        </LinkBase>
        <p>{[user.organizationName, user.email].filter(Boolean).join("・")}</p>
      </div>
      <span className={styles.date}>{translate("home.admin.invitations.since", { date })}</span>
    </>
  );
}
