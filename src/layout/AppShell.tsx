import MenuIcon from "@mui/icons-material/Menu";
import SearchIcon from "@mui/icons-material/Search";
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-admin";
import { useNavigationType } from "react-router";
import { ArrivalBanner } from "../components/arrival/ArrivalBanner.tsx";
import { NO_TRAIL, type PageInfo, TrailContext, visited } from "../components/trail/trail.ts";
import { app } from "../i18n/ja/app.ts";
import { connectivity } from "../providers/http/connectivity.ts";
import styles from "./AppShell.module.css";
import { logoSource } from "./logo.ts";
import { Notifications } from "./Notifications.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { COMMAND } from "./shortcuts.ts";
import type { SidebarItem } from "./sidebarItem.ts";
import { UserMenu } from "./UserMenu.tsx";

interface AppShellProps {
  items: readonly SidebarItem[];
  isSystemAdmin: boolean;
  headerExtra?: ReactNode;
  bell?: ReactNode;
  onSearch: () => void;
  onPersonalSettings: () => void;
  onLogout: () => void;
  children: ReactNode;
}

/** Header, sidebar, notices and the page (docs/product/screens.md#layout). */
export function AppShell(props: AppShellProps) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const away = useIsAway();
  useFocusOnNavigation(main, pathname);
  useKeepFocus();

  return (
    <div className={`grid ${styles.shell}`} data-away={away || undefined}>
      <a href="#main" className={`screen-only ${styles.skip}`}>
        {app.skip}
      </a>
      <button
        type="button"
        className={`screen-only ${styles.skip} ${styles.skipToRows}`}
        onClick={focusRows}
      >
        {app.skipToRows}
      </button>
      <Header
        extra={props.headerExtra}
        bell={props.bell}
        drawerOpen={drawerOpen}
        onOpenDrawer={() => setDrawerOpen(true)}
        onSearch={props.onSearch}
        onPersonalSettings={props.onPersonalSettings}
        onLogout={props.onLogout}
      />
      <Sidebar
        items={props.items}
        isSystemAdmin={props.isSystemAdmin}
        drawerOpen={drawerOpen}
        onCloseDrawer={() => setDrawerOpen(false)}
      />
      <main ref={main} id="main" tabIndex={-1} className={`no-outline ${styles.main}`}>
        <ArrivalBanner />
        <TrailProvider>{props.children}</TrailProvider>
      </main>
      <Notifications />
    </div>
  );
}

/** Shows only on pages with a table, whose first row it focuses. */
function focusRows() {
  const target = ":is(a, button, [tabindex='0']):not([tabindex='-1'])";
  document.querySelector<HTMLElement>(`main tbody ${target}`)?.focus();
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
  const done = useRef(false);
  const here = trail.stops[trail.at];

  if (here?.key !== key) {
    const isPassing = (path: string) => pages.get(path)?.passing ?? false;
    setTrail(visited(trail, { key, pathname, search, type }, isPassing));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: at each visit
  useEffect(() => {
    done.current = false;
  }, [key]);

  const before = trail.stops[trail.at - 1];
  const value = useMemo(() => ({ from: here?.from, before, pages, done }), [here, before, pages]);
  return <TrailContext value={value}>{children}</TrailContext>;
}

interface HeaderProps {
  extra: ReactNode;
  bell: ReactNode;
  drawerOpen: boolean;
  onOpenDrawer: () => void;
  onSearch: () => void;
  onPersonalSettings: () => void;
  onLogout: () => void;
}

const LOGO_WIDTH = 30;

function Header(props: HeaderProps) {
  const navigate = useNavigate();

  return (
    <header className={`screen-only ${styles.header}`}>
      <div className={`grid gap-12 ${styles.bar}`}>
        <button
          type="button"
          className={styles.drawerButton}
          aria-label={app.sidebar.open}
          aria-expanded={props.drawerOpen}
          onClick={props.onOpenDrawer}
        >
          <MenuIcon />
        </button>
        <button
          type="button"
          className={`hover line gap-12 nowrap ${styles.title}`}
          onClick={() => navigate("/")}
        >
          <img {...logoSource(LOGO_WIDTH)} width={LOGO_WIDTH} height={LOGO_WIDTH} alt="" />
          {app.title}
        </button>
        <button
          type="button"
          className={`line gap-8 sunken quiet ${styles.search}`}
          aria-label={app.quickSearch}
          aria-keyshortcuts={COMMAND.aria}
          onClick={props.onSearch}
        >
          <SearchIcon />
          <span>{app.quickSearch}</span>
          <kbd data-keys={`${COMMAND.key}K`} />
        </button>
        <div className={`line end gap-12 ${styles.end}`}>
          <div className={`line gap-4-16 note nowrap optional ${styles.extra}`}>{props.extra}</div>
          {props.bell}
          <UserMenu onPersonalSettings={props.onPersonalSettings} onLogout={props.onLogout} />
        </div>
      </div>
      <AwayStrip />
    </header>
  );
}

/** Says that the network is away. The page moves down to make room for it. */
function AwayStrip() {
  const away = useIsAway();
  return (
    <div role="status" className={styles.strip}>
      {away ? <p>{app.away}</p> : null}
    </div>
  );
}

function useIsAway(): boolean {
  return useSyncExternalStore(connectivity.subscribe, connectivity.isAway);
}
