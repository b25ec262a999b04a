import useAutocomplete from "@mui/material/useAutocomplete";
import { useForkRef } from "@mui/material/utils";
import type { KeyboardEvent } from "react";
import { LinkBase } from "react-admin";
import { searchKey } from "../../../domain/text/searchKey.ts";
import { isComposing } from "../../components/form/composition.ts";
import { useSearchedKey } from "../../components/form/useSearchedKey.ts";
import controls from "../../components/list/controls.module.css";
import { app } from "../../i18n/ja/app.ts";
import { workspaces as workspaceTexts } from "../../i18n/ja/resources/workspaces.ts";
import { useTabWorkspace, type WorkspaceReference } from "../../providers/signIn/tabWorkspace.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import styles from "./workspaceSwitcher.module.css";

interface WorkspaceChooserProps {
  /** The id of the listbox is `${id}-listbox`. */
  id: string;
  onChoose: (workspace: WorkspaceReference) => void;
  onClose: () => void;
}

/** A search field for the workspaces; it keeps the focus. */
export function WorkspaceChooser({ id, onChoose, onClose }: WorkspaceChooserProps) {
  const { workspaces } = useUserProfile();
  const selected = useTabWorkspace();
  const { key, change, input } = useSearchedKey();
  const { onChange: _, value: text, ...composition } = input;
  const found = workspaces.filter((each) => searchKey(each.workspaceName).includes(key));
  const { getRootProps, getInputProps, getListboxProps, getOptionProps } =
    useAutocomplete<WorkspaceReference>({
      id,
      options: found,
      value: selected,
      inputValue: text,
      open: true,
      autoHighlight: true,
      filterOptions: (all) => all,
      getOptionLabel: (option) => option.workspaceName,
      getOptionKey: (option) => option.workspaceId,
      isOptionEqualToValue: (option, value) => option.workspaceId === value.workspaceId,
      onInputChange: (_event, value, reason) => reason === "input" && change(value),
      onChange: (_event, option) => option && onChoose(option),
      // Choosing the selected workspace again closes the list as well.
      onClose: (_event, reason) => reason === "selectOption" && onClose(),
    });
  const { ref, ...field } = getInputProps();
  const inputRef = useForkRef(ref, focus);

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === "Escape" && !isComposing(event.nativeEvent)) onClose();
  }

  return (
    <div
      className={`float body-text absolute text-1 ${styles.popup}`}
      onKeyDownCapture={closeOnEscape}
    >
      <div {...getRootProps()}>
        <input
          {...field}
          {...composition}
          ref={inputRef}
          type="text"
          className={`framed surface text-1 ${controls.control}`}
          aria-label={workspaceTexts.switcher.search}
          placeholder={workspaceTexts.switcher.search}
        />
      </div>
      <ul
        {...getListboxProps()}
        aria-labelledby={undefined}
        aria-label={workspaceTexts.name}
        className={`relative scroll-y above-8 ${styles.list}`}
      >
        {found.map((option, index) => {
          const { key: optionKey, ...item } = getOptionProps({ option, index });
          return (
            <li
              key={optionKey}
              {...item}
              className={`relative round-small hand high-36 ${styles.option}`}
            >
              {option.workspaceName}
            </li>
          );
        })}
      </ul>
      <p role="status" className={found.length === 0 ? styles.none : "visually-hidden"}>
        {found.length === 0 ? app.combobox.none : app.combobox.found(found.length)}
      </p>
      <LinkBase
        to="/workspaces"
        className={`block body-text line-above above-8 ${styles.all}`}
        onClick={onClose}
      >
        {workspaceTexts.switcher.all}
      </LinkBase>
    </div>
  );
}

function focus(input: HTMLInputElement | null) {
  input?.focus();
}
