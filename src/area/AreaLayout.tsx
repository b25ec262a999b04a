import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useAuthProvider } from "react-admin";
import { useHref, useLocation } from "react-router";
import { PageSkeleton } from "../components/display/PageSkeleton.tsx";
import { lazyDialog } from "../components/load/lazyScreen.tsx";
import { AppShell } from "../layout/AppShell.tsx";
import { currentItem, type SidebarItem } from "../layout/sidebarItem.ts";
import { useItemName } from "../layout/useItemName.ts";
import { isUnreached, readFailedAgain } from "../providers/data/failedReads.ts";
import { repeatRefusedReads } from "../providers/data/refusedReads.ts";
import { connectivity } from "../providers/http/connectivity.ts";
import { useUserProfile } from "../providers/signIn/userProfile.ts";

const PersonalSettings = lazyDialog(
  async () => (await import("../layout/personalSettings/PersonalSettings.tsx")).PersonalSettings,
);

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
  const title = useItemName(currentItem(items, here));
  useFailedReads();
  // Each opening is a new dialog, which starts in view mode.
  const [settings, setSettings] = useState({ opening: 0, open: false });
  return (
    <AppShell
      items={items}
      isSystemAdmin={isSystemAdmin}
      headerExtra={headerExtra}
      bell={bell}
      onPersonalSettings={() =>
        setSettings(({ opening }) => ({ opening: opening + 1, open: true }))
      }
      onLogout={() => void authProvider?.logout({})}
    >
      <Suspense fallback={<PageSkeleton title={title} />}>{children}</Suspense>
      {settings.opening === 0 ? null : (
        <Suspense>
          <PersonalSettings
            key={settings.opening}
            open={settings.open}
            onClose={() => setSettings(({ opening }) => ({ opening, open: false }))}
          />
        </Suspense>
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
