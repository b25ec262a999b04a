import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-admin";
import { ArrivalBanner } from "../components/arrival/ArrivalBanner.tsx";
import { useKeepFocus } from "../components/focus/useKeepFocus.ts";
import { TrailProvider } from "../components/trail/TrailProvider.tsx";
import { useTranslate } from "../i18n/translate.ts";
import { useIsAway } from "../providers/http/useIsAway.ts";
import styles from "./AppShell.module.css";
import { Header } from "./Header.tsx";
import { Notifications } from "./Notifications.tsx";
import { Sidebar } from "./Sidebar.tsx";
import type { SidebarItem } from "./sidebarItem.ts";

interface AppShellProps {
  items: readonly SidebarItem[];
  isSystemAdmin: boolean;
  headerExtra?: ReactNode;
  bell?: ReactNode;
  onPersonalSettings: () => void;
  onLogout: () => void;
  children: ReactNode;
}

/** Header, sidebar, notices and the page (docs/product/screens.md#layout). */
export function AppShell(props: AppShellProps) {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const away = useIsAway();
  useFocusOnNavigation(main, pathname);
  useKeepFocus();

  return (
    <div className={styles.shell} data-away={away || undefined}>
      <a href="#main" className={`${styles.skip} screen-only`}>
        {translate("app.skip")}
      </a>
      <Header
        extra={props.headerExtra}
        bell={props.bell}
        drawerOpen={drawerOpen}
        onOpenDrawer={() => setDrawerOpen(true)}
        onPersonalSettings={props.onPersonalSettings}
        onLogout={props.onLogout}
      />
      <Sidebar
        items={props.items}
        isSystemAdmin={props.isSystemAdmin}
        drawerOpen={drawerOpen}
        onCloseDrawer={() => setDrawerOpen(false)}
      />
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        <ArrivalBanner />
        <TrailProvider>{props.children}</TrailProvider>
      </main>
      <Notifications />
    </div>
  );
}

/** A new page starts at its top, with the focus on it. */
function useFocusOnNavigation(main: { current: HTMLElement | null }, pathname: string) {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [main, pathname]);
}
