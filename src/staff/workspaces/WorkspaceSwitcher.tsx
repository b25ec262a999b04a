import WorkspacesIcon from "@mui/icons-material/WorkspacesOutlined";
import { useEffect, useEffectEvent, useId, useRef } from "react";
import { HttpError, useLocation, useNotify } from "react-admin";
import {
  createPath,
  type DataRouter,
  type NavigateOptions,
  type Path,
  parsePath,
  type To,
} from "react-router";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { workspaces, workspaces as workspaceTexts } from "../../i18n/ja/resources/workspaces.ts";
import { usePopup } from "../../layout/usePopup.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import {
  isBareList,
  isDeletedHere,
  namedWorkspace,
  tabWorkspace,
  useShowWorkspace,
  useTabWorkspace,
  type WorkspaceReference,
  withWorkspace,
} from "../../providers/signIn/tabWorkspace.ts";
import { useReloadProfile } from "../../providers/signIn/useReloadProfile.ts";
import { userProfile, useUserProfile } from "../../providers/signIn/userProfile.ts";
import { useStored } from "../../providers/store.ts";
import styles from "./workspaceSwitcher.module.css";

/**
 * A router whose links and navigations keep the workspace of the tab in the address
 * (docs/decisions/073-workspace-in-the-address.md). An address that is opened sets it, also by the
 * browser's own buttons.
 */
export function keepWorkspace(router: DataRouter): DataRouter {
  tabWorkspace.set(namedWorkspace(router.state.location.search));
  router.subscribe(({ historyAction, location }) => {
    const named = namedWorkspace(location.search);
    if (historyAction === "POP" && named !== null) tabWorkspace.set(named);
  });

  function inWorkspace(path: Partial<Path>): Partial<Path> {
    const id = tabWorkspace.get();
    return id === null ? path : { ...path, search: withWorkspace(path.search ?? "", id) };
  }

  const own: Pick<DataRouter, "createHref" | "navigate"> = {
    createHref: ({ pathname, search, hash }) => createPath(inWorkspace({ pathname, search, hash })),
    navigate(to: number | To | null, options?: NavigateOptions) {
      if (typeof to === "number") return router.navigate(to);
      const path = typeof to === "string" ? parsePath(to) : to;
      return router.navigate(path && (isBareList(path) ? path : inWorkspace(path)), options);
    },
  };
  const keeping: DataRouter = Object.create(router);
  return Object.assign(keeping, own);
}

// Every page shows the button, but few people open it, so the list loads on demand.
const WorkspaceChooser = lazyDialog(
  async () => (await import("./WorkspaceChooser.tsx")).WorkspaceChooser,
);

/** The selected workspace in the header, and a button to change it. */
export function WorkspaceSwitcher() {
  const id = useId();
  const { root, button, open, toggle, close, onBlur } = usePopup();
  const { workspaces } = useUserProfile();
  const name = useTabWorkspace()?.workspaceName;
  const choose = useChooseWorkspace();
  useOnlyWorkspace(choose);
  useAddressWorkspace();
  if (workspaces.length === 0) return null;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the focus has left
    <div ref={root} className="relative fixed max-full" onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={`line gap-8 sunken strong body-text edge max-full text-1 high-36 ${styles.button}`}
        data-none={!name || undefined}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? `${id}-listbox` : undefined}
        onClick={toggle}
      >
        <WorkspacesIcon className="fixed quiet" sx={{ fontSize: 18 }} />
        {name ? (
          <>
            <span className="visually-hidden">{workspaceTexts.switcher.label}</span>
            <span className={`truncate ${styles.current}`}>{name}</span>
          </>
        ) : (
          <span className={`truncate ${styles.current}`}>{workspaceTexts.switcher.choose}</span>
        )}
      </button>
      {open ? (
        <WorkspaceChooser
          id={id}
          onClose={close}
          onChoose={(workspace) => {
            close();
            void choose(workspace);
          }}
        />
      ) : null}
    </div>
  );
}

/** Selects the only workspace, but not in place of a lost one: then the user decides. */
function useOnlyWorkspace(choose: ReturnType<typeof useChooseWorkspace>): void {
  const { workspaces } = useUserProfile();
  const selected = useTabWorkspace()?.workspaceId;
  const hadOne = useRef(false);
  const only = workspaces.length === 1 ? workspaces[0] : undefined;

  const decide = useEffectEvent(() => {
    if (selected) hadOne.current = true;
    else if (only && !hadOne.current) void choose(only);
  });

  const onlyId = only?.workspaceId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when to decide, not what
  useEffect(() => decide(), [onlyId, selected]);
}

/**
 * Keeps the workspace of this tab in the address, whatever is chosen in other tabs. Says once that
 * it was deleted or the user is no longer a member, or that a link names one that they cannot use.
 */
function useAddressWorkspace(): void {
  const notify = useNotify();
  const location = useLocation();
  const tab = useStored(tabWorkspace);
  const selected = useTabWorkspace();
  const show = useShowWorkspace();
  const before = useRef<WorkspaceReference>(null);

  const write = useEffectEvent(() => {
    const { current: last } = before;
    before.current = selected;
    const id = selected?.workspaceId ?? null;
    if (tab !== id) tabWorkspace.set(id);
    if (namedWorkspace(location.search) !== id && !isBareList(location)) show(id);
    if (tab === null || tab === id || isDeletedHere(tab)) return;
    if (last?.workspaceId === tab) {
      notify(workspaceTexts.lost(last.workspaceName), { type: "warning" });
    } else notify(workspaceTexts.unknownInLink, { type: "warning" });
  });

  const selectedId = selected?.workspaceId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when to write, not what
  useEffect(() => write(), [location.search, tab, selectedId]);
}

/**
 * Selects a workspace for this tab at once, and as the user's last choice, with which other tabs
 * begin. An error reverts it. Requests run in turn: the last one wins.
 */
function useChooseWorkspace() {
  const { api } = useApi();
  const notify = useNotify();
  const reloadProfile = useReloadProfile();
  const before = useTabWorkspace();
  const show = useShowWorkspace();
  const waiting = useRef<WorkspaceReference>(undefined);
  const sending = useRef(false);

  async function sendAll(selected: number | null) {
    while (waiting.current) {
      const next = waiting.current;
      const { workspaceId: lastSelectedWorkspaceId } = next;
      waiting.current = undefined;
      try {
        const profile = await api("PATCH /users/me", { body: { lastSelectedWorkspaceId } });
        selected = lastSelectedWorkspaceId;
        if (!waiting.current) userProfile.set(profile);
      } catch (error) {
        if (waiting.current) continue;
        show(selected);
        tell(error, next);
        // The previous workspace may be deleted as well.
        void reloadProfile();
      }
    }
  }

  function tell(error: unknown, { workspaceName: name }: WorkspaceReference) {
    if (error instanceof HttpError && error.status === 422) {
      notify(workspaces.lost(name), { type: "warning" });
    } else {
      notify(messageFor(error), { type: "error" });
    }
  }

  return async (workspace: WorkspaceReference): Promise<void> => {
    waiting.current = workspace;
    show(workspace.workspaceId);
    if (sending.current) return;
    sending.current = true;
    await sendAll(before?.workspaceId ?? null);
    sending.current = false;
  };
}
