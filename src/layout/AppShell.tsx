import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-admin";
import { useNavigationType } from "react-router";
import { ArrivalBanner } from "../components/arrival/ArrivalBanner.tsx";
import { NO_TRAIL, visited } from "../components/trail/trail.ts";
import { type PageInfo, TrailContext } from "../components/trail/trailContext.ts";
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

/**
 * A button that is disabled during its action loses the focus. This returns the focus when the
 * button is enabled again, unless it has moved elsewhere. Used once per area.
 */
function useKeepFocus(): void {
  useEffect(() => {
    let waiting: HTMLButtonElement | undefined;
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLButtonElement)) continue;
        const { activeElement, body } = document;
        if (target.disabled) {
          // The browser moves the focus in the next frame.
          if (activeElement === target) waiting = target;
        } else if (target === waiting) {
          waiting = undefined;
          if (activeElement === body) target.focus({ preventScroll: true });
        }
      }
    });
    observer.observe(document.body, { subtree: true, attributeFilter: ["disabled"] });
    return () => observer.disconnect();
  }, []);
}

/** Lets back links lead where a person came from. */
function TrailProvider({ children }: { children: ReactNode }) {
  const { key = "", pathname, search } = useLocation();
  const type = useNavigationType();
  const [pages] = useState(() => new Map<string, PageInfo>());
  const [trail, setTrail] = useState(NO_TRAIL);
  const here = trail.stops[trail.at];

  if (here?.key !== key) {
    const isPassing = (path: string) => pages.get(path)?.passing ?? false;
    setTrail(visited(trail, { key, pathname, search, type }, isPassing));
  }

  const value = useMemo(() => ({ from: here?.from, pages }), [here, pages]);
  return <TrailContext value={value}>{children}</TrailContext>;
}
