import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from "react";
import { useAuthProvider } from "react-admin";
import { useHref, useLocation } from "react-router";
import { PageSkeleton } from "../components/display/PageState.tsx";
import { lazyDialog } from "../components/load/lazyScreen.tsx";
import { AppShell } from "../layout/AppShell.tsx";
import { EarlyText, OpenSearchContext, startWith } from "../layout/quickSearch/EarlyText.tsx";
import { type LayoutDialog, type LayoutDialogProps, useShortcuts } from "../layout/shortcuts.ts";
import { currentItem, type SidebarItem, useItemNames } from "../layout/sidebarItem.ts";
import { isUnreached, readFailedAgain } from "../providers/data/reads.ts";
import { repeatRefusedReads } from "../providers/data/refusedReads.ts";
import { connectivity } from "../providers/http/connectivity.ts";
import { useUserProfile } from "../providers/signIn/userProfile.ts";

const dialogs: Record<LayoutDialog, ComponentType<LayoutDialogProps>> = {
  settings: lazyDialog(
    async () => (await import("../layout/personalSettings/PersonalSettings.tsx")).PersonalSettings,
  ),
  search: lazyDialog(
    async () => (await import("../layout/quickSearch/QuickSearch.tsx")).QuickSearch,
    ({ open }) => (open ? <EarlyText /> : null),
  ),
  keys: lazyDialog(async () => (await import("../layout/quickSearch/KeyHelp.tsx")).KeyHelp),
};

interface ShownDialog {
  name: LayoutDialog;
  opening: number;
  open: boolean;
}

interface AreaLayoutProps {
  items: readonly SidebarItem[];
  headerExtra?: ReactNode;
  /** Stands beside the user menu. */
  bell?: ReactNode;
  children: ReactNode;
}

export function AreaLayout({ items, headerExtra, bell, children }: AreaLayoutProps) {
  const { isSystemAdmin } = useUserProfile();
  const authProvider = useAuthProvider();
  const here = useHref(useLocation());
  const title = useItemNames()(currentItem(items, here));
  useFailedReads();
  // Each opening is a new dialog, which starts in view mode.
  const [dialog, setDialog] = useState<ShownDialog>({ name: "settings", opening: 0, open: false });
  const [show] = useState(() => (name: LayoutDialog) => {
    startWith("");
    setDialog(({ opening }) => ({ name, opening: opening + 1, open: true }));
  });
  const [openSearch] = useState(() => (text: string) => {
    show("search");
    startWith(text);
  });
  const logout = () => void authProvider?.logout({});
  const Dialog = dialogs[dialog.name];
  useShortcuts(show);
  return (
    <AppShell
      items={items}
      isSystemAdmin={isSystemAdmin}
      headerExtra={headerExtra}
      bell={bell}
      onSearch={() => show("search")}
      onPersonalSettings={() => show("settings")}
      onLogout={logout}
    >
      <OpenSearchContext value={openSearch}>
        <Suspense fallback={<PageSkeleton title={title} />}>{children}</Suspense>
      </OpenSearchContext>
      {dialog.opening === 0 ? null : (
        <Dialog
          key={dialog.opening}
          open={dialog.open}
          items={items}
          onShow={show}
          onLogout={logout}
          onClose={() => setDialog({ ...dialog, open: false })}
        />
      )}
    </AppShell>
  );
}

/**
 * Reloads failed reads by itself: when the network is back, and when the server is willing to take
 * what it refused. Form input is unchanged.
 */
function useFailedReads(): void {
  const queryClient = useQueryClient();
  useEffect(
    () => connectivity.onBack(() => readFailedAgain(queryClient, isUnreached)),
    [queryClient],
  );
  useEffect(() => repeatRefusedReads(queryClient), [queryClient]);
}
