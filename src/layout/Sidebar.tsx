import { type MouseEvent, useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-admin";
import { useHref, useLocation } from "react-router";
import { app } from "../i18n/ja/app.ts";
import { isAdminPath } from "../providers/http/area.ts";
import styles from "./shellParts.module.css";
import { currentItem, type SidebarItem, useItemNames } from "./sidebarItem.ts";

interface SidebarProps {
  items: readonly SidebarItem[];
  isSystemAdmin: boolean;
  drawerOpen: boolean;
  onCloseDrawer: () => void;
}

/** A rail of icon buttons with labels; a drawer on phones. */
export function Sidebar({ items, isSystemAdmin, drawerOpen, onCloseDrawer }: SidebarProps) {
  const nav = useRef<HTMLElement>(null);
  const here = useHref(useLocation());
  const visible = items.filter((item) => isSystemAdmin || !item.adminOnly);
  const current = currentItem(visible, here);

  useEffect(() => {
    if (!drawerOpen) return;
    const before = document.activeElement;
    nav.current?.querySelector<HTMLElement>("a, button")?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [drawerOpen]);

  // Wherever the focus is: a tap beside the links takes it from them.
  const closeByEscape = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === "Escape") onCloseDrawer();
  });
  useEffect(() => {
    if (!drawerOpen) return;
    const listener = (event: KeyboardEvent) => closeByEscape(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, [drawerOpen]);

  return (
    <>
      {drawerOpen ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: Esc and the links close it as well
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div className={`hidden ${styles.backdrop}`} onClick={onCloseDrawer} />
      ) : null}
      <nav
        ref={nav}
        className={`screen-only ${styles.sidebar}`}
        aria-label={app.sidebar.label}
        data-open={drawerOpen}
        onBlur={(event) => {
          if (
            drawerOpen &&
            event.relatedTarget &&
            !event.currentTarget.contains(event.relatedTarget)
          )
            onCloseDrawer();
        }}
      >
        <ul className="grid gap-4">
          {visible.map((item) => (
            <li key={item.path}>
              <SidebarLink item={item} current={item === current} onFollow={onCloseDrawer} />
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

interface SidebarLinkProps {
  item: SidebarItem;
  current: boolean;
  onFollow: () => void;
}

const ADMIN = "/admin";

/** Navigates within the area. A link to the other area loads the page. */
function SidebarLink({ item, current, onFollow }: SidebarLinkProps) {
  const name = useItemNames()(item);
  const navigate = useNavigate();
  const elsewhere = isAdminPath(item.path) !== isAdminPath(window.location.pathname);
  const path = isAdminPath(item.path) ? item.path.slice(ADMIN.length) || "/" : item.path;
  const href = useHref(path);
  const Icon = item.icon;

  function follow(event: MouseEvent) {
    const ownWindow = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
    if (elsewhere || ownWindow) return;
    event.preventDefault();
    onFollow();
    navigate(path);
  }

  return (
    <a
      href={elsewhere ? item.path : href}
      aria-current={current ? "page" : undefined}
      onClick={follow}
    >
      <Icon />
      <span>{name}</span>
    </a>
  );
}
