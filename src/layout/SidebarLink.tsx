import type { MouseEvent } from "react";
import { useNavigate, useTranslate } from "react-admin";
import { useHref } from "react-router";
import { isAdminPath } from "../providers/area.ts";
import type { SidebarItem } from "./sidebarItem.ts";

interface SidebarLinkProps {
  item: SidebarItem;
  current: boolean;
  onFollow: () => void;
}

/** Navigates within the area. A link to the other area loads the page. */
export function SidebarLink({ item, current, onFollow }: SidebarLinkProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const base = useHref("/").replace(/\/$/, "");
  const Icon = item.icon;

  function follow(event: MouseEvent) {
    const elsewhere = isAdminPath(item.path) !== isAdminPath(window.location.pathname);
    const ownWindow = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
    if (elsewhere || ownWindow) return;
    event.preventDefault();
    onFollow();
    navigate(item.path.slice(base.length) || "/");
  }

  return (
    <a href={item.path} aria-current={current ? "page" : undefined} onClick={follow}>
      <Icon />
      <span>{translate(item.label)}</span>
    </a>
  );
}
