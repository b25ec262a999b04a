import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { LinkBase, useTranslate } from "react-admin";
import { searchKey } from "../../../domain/searchKey.ts";
import { isComposing } from "../../components/form/composition.ts";
import { useSearchedKey } from "../../components/form/useSearchedKey.ts";
import { useUserProfile } from "../../providers/userProfile.ts";
import type { WorkspaceReference } from "./useChooseWorkspace.ts";
import styles from "./workspaceSwitcher.module.css";

interface WorkspaceChooserProps {
  /** Of the listbox. */
  id: string;
  onChoose: (workspace: WorkspaceReference) => void;
  onClose: () => void;
}

/** A search field over a listbox, after the combobox pattern of WAI-ARIA; the focus stays in the field. */
export function WorkspaceChooser({ id, onChoose, onClose }: WorkspaceChooserProps) {
  const translate = useTranslate();
  const { workspaces, lastSelectedWorkspaceId } = useUserProfile();
  const { key, input } = useSearchedKey();
  const list = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState(lastSelectedWorkspaceId);
  const found = workspaces.filter(({ workspaceName }) => searchKey(workspaceName).includes(key));
  const at = Math.max(
    0,
    found.findIndex(({ workspaceId }) => workspaceId === pointed),
  );
  const active = found[at];
  const optionId = (workspace: WorkspaceReference) => `${id}-${workspace.workspaceId}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has to follow what is active
  useEffect(() => {
    list.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" });
  }, [active?.workspaceId]);

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    const step = STEPS[event.key];
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      if (active) onChoose(active);
    } else if (step) setPointed(found[step(at, found.length)]?.workspaceId ?? null);
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble here from the field and the link
    <div className={styles.popup} onKeyDown={onKeyDown}>
      <input
        {...input}
        ref={focus}
        type="text"
        role="combobox"
        className={styles.search}
        aria-label={translate("resources.workspaces.switcher.search")}
        aria-autocomplete="list"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={active && optionId(active)}
        placeholder={translate("resources.workspaces.switcher.search")}
        autoComplete="off"
        spellCheck={false}
      />
      <div
        ref={list}
        id={id}
        role="listbox"
        className={styles.list}
        aria-label={translate("resources.workspaces.name")}
      >
        {found.map((workspace) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus
          <div
            key={workspace.workspaceId}
            id={optionId(workspace)}
            role="option"
            className={styles.option}
            aria-selected={workspace.workspaceId === lastSelectedWorkspaceId}
            data-active={workspace === active || undefined}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setPointed(workspace.workspaceId)}
            onClick={() => onChoose(workspace)}
          >
            {workspace.workspaceName}
          </div>
        ))}
      </div>
      <p role="status" className={found.length === 0 ? styles.none : "visually-hidden"}>
        {found.length === 0
          ? translate("app.combobox.none")
          : translate("app.combobox.found", { count: found.length })}
      </p>
      <LinkBase to="/workspaces" className={styles.all} onClick={onClose}>
        {translate("resources.workspaces.switcher.all")}
      </LinkBase>
    </div>
  );
}

function focus(input: HTMLInputElement | null) {
  input?.focus();
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count - 1 : at - 1),
};
