import type { ComponentType } from "react";

export interface SidebarItem {
  label: string;
  icon: ComponentType;
  /** The whole path, with the area: /admin/contracts. */
  path: string;
  adminOnly?: boolean;
}

interface ListedResource {
  icon: ComponentType;
  /** Default: `resources.{name}.name`. */
  options?: { label: string };
}

/** An item per resource, which links to its list; `area` is the path prefix of the area. */
export function itemsOf(
  resources: Readonly<Record<string, ListedResource>>,
  area = "",
): SidebarItem[] {
  return Object.entries(resources).map(([name, { icon, options }]) => ({
    label: options?.label ?? `resources.${name}.name`,
    icon,
    path: `${area}/${name}`,
  }));
}

/** The item whose path is a prefix of the current one; the longest if there are several. */
export function currentItem(items: readonly SidebarItem[], here: string): SidebarItem | undefined {
  const pathname = here.split(/[?#]/, 1)[0] ?? "";
  return items
    .filter(({ path }) => pathname === path || (path !== "/" && pathname.startsWith(`${path}/`)))
    .sort((a, b) => b.path.length - a.path.length)[0];
}
