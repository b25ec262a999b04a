import { useMemo } from "react";
import { useDataProvider } from "react-admin";
import type { User } from "../../../../domain/users.ts";
import type { WorkspaceMember } from "../../../../domain/workspaces.ts";
import type { ComboboxOption, Search } from "../../../components/form/useOptions.ts";

const MOST_OPTIONS = 20;

export interface PersonOption extends ComboboxOption<string> {
  person: WorkspaceMember;
}

export function usePeopleSearch(): Search<PersonOption> {
  const dataProvider = useDataProvider();
  return useMemo(
    () => ({
      name: "users",
      find: async (q, signal) => {
        const { data } = await dataProvider.getList<User & { id: string }>("users", {
          filter: { q },
          pagination: { page: 1, perPage: MOST_OPTIONS },
          sort: { field: "userName", order: "ASC" },
          signal,
        });
        return data.map(({ userId, userName, userNameKana, email, status }) => ({
          id: userId,
          name: userName,
          note: email,
          person: { userId, userName, userNameKana, email, status },
        }));
      },
    }),
    [dataProvider],
  );
}
