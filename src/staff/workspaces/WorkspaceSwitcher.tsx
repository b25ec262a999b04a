import WorkspacesIcon from "@mui/icons-material/WorkspacesOutlined";
import { Suspense, useId } from "react";
import { useTranslate } from "react-admin";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { usePopup } from "../../layout/usePopup.ts";
import { useUserProfile } from "../../providers/userProfile.ts";
import { useChooseWorkspace } from "./useChooseWorkspace.ts";
import { useLostWorkspace } from "./useLostWorkspace.ts";
import { useOnlyWorkspace } from "./useOnlyWorkspace.ts";
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
