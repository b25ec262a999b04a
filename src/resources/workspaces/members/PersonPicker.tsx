import { type Ref, useId, useMemo } from "react";
import type { WorkspaceMember } from "../../../../domain/workspaces/schemas.ts";
import { UserStatusChip } from "../../../components/display/StatusChip.tsx";
import { Combobox } from "../../../components/form/Combobox.tsx";
import combobox from "../../../components/form/combobox.module.css";
import type { ComboboxOption, Search } from "../../../components/form/useOptions.ts";
import { workspaces } from "../../../i18n/ja/resources/workspaces.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import styles from "./members.module.css";

interface PersonPickerProps {
  isMember: (userId: string) => boolean;
  onPick: (person: WorkspaceMember) => void;
  boxRef: Ref<HTMLDivElement>;
}

/** Finds people and reports each choice. Afterwards it is empty again. */
export function PersonPicker({ isMember, onPick, boxRef }: PersonPickerProps) {
  return (
    <div ref={boxRef} className={styles.picker}>
      <Combobox
        id={useId()}
        label={workspaces.members.search}
        description={workspaces.members.searchHint}
        search={usePeopleSearch()}
        value={null}
        isTaken={({ id }) => isMember(id)}
        onChoose={(option) => option && onPick(option.person)}
      >
        {(option) => <Person option={option} isMember={isMember(option.id)} />}
      </Combobox>
    </div>
  );
}

function Person({ option, isMember }: { option: PersonOption; isMember: boolean }) {
  const { status } = option.person;
  return (
    <>
      <span>
        {option.name}
        <span className={combobox.second}>{option.note}</span>
      </span>
      {isMember ? <span className={combobox.note}>{workspaces.members.isMember}</span> : null}
      {isMember || status === "ACTIVE" ? null : <UserStatusChip status={status} />}
    </>
  );
}

const MOST_OPTIONS = 20;

interface PersonOption extends ComboboxOption<string> {
  person: WorkspaceMember;
}

function usePeopleSearch(): Search<PersonOption> {
  const { api } = useApi();
  return useMemo(
    () => ({
      name: "users",
      find: async (q, signal) => {
        const { content } = await api("GET /users", {
          query: { q, size: MOST_OPTIONS, sort: "userName,asc" },
          signal,
        });
        return content.map(({ userId, userName, userNameKana, email, status }) => ({
          id: userId,
          name: userName,
          note: email,
          person: { userId, userName, userNameKana, email, status },
        }));
      },
    }),
    [api],
  );
}
