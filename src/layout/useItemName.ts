import { useResourceText, useTranslate } from "../i18n/translate.ts";
import type { SidebarItem } from "./sidebarItem.ts";

/** What the sidebar calls an item; the product's name without one. */
export function useItemName(item: SidebarItem | undefined): string {
  const translate = useTranslate();
  const ofResource = useResourceText(item?.resource ?? "");
  if (item?.label) return translate(item.label);
  return item?.resource ? ofResource("name") : translate("app.title");
}
