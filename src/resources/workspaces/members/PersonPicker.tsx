import useAutocomplete from "@mui/material/useAutocomplete";
import { type Ref, useId, useMemo, useState } from "react";
import type { WorkspaceMember } from "../../../../domain/workspaces/schemas.ts";
import { UserStatusChip } from "../../../components/display/StatusChip.tsx";
import { ComboboxList } from "../../../components/form/ComboboxList.tsx";
import combobox from "../../../components/form/combobox.module.css";
import { FormField } from "../../../components/form/FormField.tsx";
import controls from "../../../components/form/form.module.css";
import {
  type ComboboxOption,
  type Search,
  useOptions,
} from "../../../components/form/useOptions.ts";
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
  const id = useId();
  const [text, setText] = useState("");
  const { options, list, message, composition } = useOptions(usePeopleSearch(), text);
  const autocomplete = useAutocomplete<PersonOption>({
    id,
    ...list,
    value: null,
    inputValue: text,
    getOptionDisabled: (option) => isMember(option.id),
    onInputChange: (_event, value, reason) => setText(reason === "input" ? value : ""),
    onChange: (_event, option) => {
      if (!option) return;
      onPick(option.person);
      setText("");
    },
  });
  const { getRootProps, getInputProps, setAnchorEl } = autocomplete;

  return (
    <div ref={boxRef} className={styles.picker}>
      <FormField
        id={id}
        label={workspaces.members.search}
        description={workspaces.members.searchHint}
      >
        {(aria) => (
          <div className={combobox.box} ref={setAnchorEl} {...composition}>
            <div {...getRootProps()}>
              <input {...getInputProps()} {...aria} type="text" className={controls.control} />
            </div>
            <ComboboxList autocomplete={autocomplete} options={options} message={message}>
              {(option) => <Person option={option} isMember={isMember(option.id)} />}
            </ComboboxList>
          </div>
        )}
      </FormField>
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
