import { createContext, useContext, useMemo, useSyncExternalStore } from "react";
import { type RaRecord, useStore } from "react-admin";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import { type Column, type NamedColumn, namingSource } from "./column.ts";

type Sources = readonly string[];

/** The columns that the surrounding list page shows; null if nobody has chosen any. */
export const ShownColumns = createContext<Sources | null>(null);

/** The columns that a tab shows of a list since they were chosen, or came with a view. */
export function useTabColumns(list: string) {
  return useStore<Sources | undefined>(`${list}.columns`);
}

/** The columns of the tab, else those that the person chose (docs/product/views.md#columns). */
export function useChosenColumns(list: string): Sources | null {
  const { lists } = useUserProfile();
  const [ofTab] = useTabColumns(list);
  return ofTab ?? lists?.find((each) => each.list === list)?.columns ?? null;
}

/** Without the columns that are not shown. Cards of phones have all. */
export function useShownColumns<Row extends RaRecord>(
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  const chosen = useContext(ShownColumns);
  const isWide = useSyncExternalStore(onWidth, () => wide?.matches ?? true);
  return useMemo(
    () => (chosen && isWide ? shownOf(columns, chosen) : columns),
    [columns, chosen, isWide],
  );
}

/** The chosen columns in the order of the list, always with the one that names the record. */
export function shownOf<Shown extends NamedColumn>(
  columns: readonly Shown[],
  chosen: Sources,
): readonly Shown[] {
  const key = namingSource(columns);
  return columns.filter(({ source }) => source === key || chosen.includes(source));
}

const wide = globalThis.matchMedia?.("(min-width: 720.02px)");

function onWidth(listener: () => void): () => void {
  wide?.addEventListener("change", listener);
  return () => wide?.removeEventListener("change", listener);
}
