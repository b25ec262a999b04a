import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslate } from "react-admin";
import { useHref, useLocation } from "react-router";
import styles from "./Sidebar.module.css";
import { SidebarLink } from "./SidebarLink.tsx";
import { currentItem, type SidebarItem } from "./sidebarItem.ts";

interface SidebarProps {
  items: readonly SidebarItem[];
  isSystemAdmin: boolean;
  drawerOpen: boolean;
  onCloseDrawer: () => void;
}

/** A rail of icon buttons with labels; a drawer on phones. */
export function Sidebar({ items, isSystemAdmin, drawerOpen, onCloseDrawer }: SidebarProps) {
  const translate = useTranslate();
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

  function onKeyDown(event: KeyboardEvent) {
    if (drawerOpen && event.key === "Escape") onCloseDrawer();
  }

  return (
    <>
      {drawerOpen ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: Esc and the links close it as well
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div className={styles.backdrop} onClick={onCloseDrawer} />
      ) : null}
      <nav
        ref={nav}
        className={`${styles.sidebar} screen-only`}
        aria-label={translate("app.sidebar.label")}
        data-open={drawerOpen}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          if (
            drawerOpen &&
            event.relatedTarget &&
            !event.currentTarget.contains(event.relatedTarget)
          )
            onCloseDrawer();
        }}
      >
        <ul>
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
