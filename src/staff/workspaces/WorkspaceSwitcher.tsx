import WorkspacesIcon from "@mui/icons-material/WorkspacesOutlined";
import { Suspense, useEffect, useEffectEvent, useId, useRef } from "react";
import { useNotify } from "react-admin";
import type { UserProfile } from "../../../domain/users/schemas.ts";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { useTranslate } from "../../i18n/translate.ts";
import { usePopup } from "../../layout/usePopup.ts";
import { userProfile, useUserProfile } from "../../providers/signIn/userProfile.ts";
import { useChooseWorkspace } from "./useChooseWorkspace.ts";
import styles from "./workspaceSwitcher.module.css";

// Every page shows the button, but few people open it, so the list loads on demand.
const WorkspaceChooser = lazyDialog(
  async () => (await import("./WorkspaceChooser.tsx")).WorkspaceChooser,
);

/** The selected workspace in the header, and a button to change it. */
export function WorkspaceSwitcher() {
  const translate = useTranslate();
  const id = useId();
  const { root, button, open, toggle, close, onBlur } = usePopup();
  const { workspaces, lastSelectedWorkspaceName: name } = useUserProfile();
  const choose = useChooseWorkspace();
  useOnlyWorkspace(choose);
  useLostWorkspace();
  if (workspaces.length === 0) return null;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the focus has left
    <div ref={root} className={styles.switcher} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-none={!name || undefined}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? `${id}-listbox` : undefined}
        onClick={toggle}
      >
        <WorkspacesIcon sx={{ fontSize: 18 }} />
        {name ? (
          <>
            <span className="visually-hidden">
              {translate("resources.workspaces.switcher.label")}
            </span>
            <span className={styles.current}>{name}</span>
          </>
        ) : (
          <span className={styles.current}>
            {translate("resources.workspaces.switcher.choose")}
          </span>
        )}
      </button>
      {open ? (
        <Suspense>
          <WorkspaceChooser
            id={id}
            onClose={close}
            onChoose={(workspace) => {
              close();
              void choose(workspace);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Selects the only workspace, but not in place of a lost one: then the user decides. */
function useOnlyWorkspace(choose: ReturnType<typeof useChooseWorkspace>): void {
  const { workspaces, lastSelectedWorkspaceId } = useUserProfile();
  const hadOne = useRef(false);
  const only = workspaces.length === 1 ? workspaces[0] : undefined;

  const decide = useEffectEvent(() => {
    if (lastSelectedWorkspaceId) hadOne.current = true;
    else if (only && !hadOne.current) void choose(only);
  });

  const onlyId = only?.workspaceId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when to decide, not what
  useEffect(() => decide(), [onlyId, lastSelectedWorkspaceId]);
}

/** Says once that the selected workspace was deleted or the user is no longer a member. */
function useLostWorkspace(): void {
  const notify = useNotify();
  useEffect(() => {
    let before = userProfile.get();
    return userProfile.subscribe(() => {
      const now = userProfile.get();
      const name = lostSelection(before, now);
      before = now;
      if (name) {
        notify("resources.workspaces.lost", { type: "warning", messageArgs: { name } });
      }
    });
  }, [notify]);
}

/** The name of the workspace that was selected and has disappeared from the profile. */
function lostSelection(before: UserProfile, now: UserProfile): string | null {
  const { userId, lastSelectedWorkspaceId: id, lastSelectedWorkspaceName: name } = before;
  const isOther = userId !== now.userId;
  const isThere = now.workspaces.some(({ workspaceId }) => workspaceId === id);
  return isOther || isThere ? null : name;
}
