import type { ComponentType } from "react";

export interface SidebarItem {
  /** A key of the catalogue. */
  label: string;
  icon: ComponentType;
  /** The whole path, area included: /admin/contracts. */
  path: string;
  adminOnly?: boolean;
}

interface ListedResource {
  icon: ComponentType;
  /** `resources.{name}.name` without. */
  options?: { label: string };
}

/** An item for each resource, to its list; `area` is the path that those of the area begin with. */
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

/** The item whose path the current one equals or continues; of several the longest. */
export function currentItem(items: readonly SidebarItem[], here: string): SidebarItem | undefined {
  const pathname = here.split(/[?#]/, 1)[0] ?? "";
  return items
    .filter(({ path }) => pathname === path || (path !== "/" && pathname.startsWith(`${path}/`)))
    .sort((a, b) => b.path.length - a.path.length)[0];
}
