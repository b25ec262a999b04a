import type { ComponentType } from "react";
import { useGetResourceLabel } from "react-admin";
import { app } from "../i18n/ja/app.ts";

export interface SidebarItem {
  /** Default: the name of the resource. */
  label?: string | undefined;
  resource?: string;
  icon: ComponentType;
  /** The whole path, with the area: /admin/contracts. */
  path: string;
  adminOnly?: boolean;
  /** Not the current one on pages below its path. */
  exact?: boolean;
}

interface ListedResource {
  icon: ComponentType;
  options?: { label: string };
}

/** An item per resource, which links to its list; `area` is the path prefix of the area. */
export function itemsOf(
  resources: Readonly<Record<string, ListedResource>>,
  area = "",
): SidebarItem[] {
  return Object.entries(resources).map(([name, { icon, options }]) => ({
    label: options?.label,
    resource: name,
    icon,
    path: `${area}/${name}`,
  }));
}

/** The item whose path is a prefix of the current one; the longest if there are several. */
export function currentItem(items: readonly SidebarItem[], here: string): SidebarItem | undefined {
  const [address = ""] = here.split(/[?#]/, 1);
  const pathname = address === "/" ? address : address.replace(/\/$/, "");
  return items
    .filter(({ path, exact }) => pathname === path || (!exact && pathname.startsWith(`${path}/`)))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

/** What the sidebar calls an item; the product's name without one. */
export function useItemNames(): (item: SidebarItem | undefined) => string {
  const nameOf = useGetResourceLabel();
  return (item) => item?.label ?? (item?.resource ? nameOf(item.resource) : app.title);
}
