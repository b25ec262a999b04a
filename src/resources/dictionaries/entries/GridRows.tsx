import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { EntryWarning } from "../../../../domain/entries/schemas.ts";
import { useTranslate } from "../../../i18n/translate.ts";
import styles from "./entries.module.css";
import { ROW_PX, warningKinds } from "./rowElement.ts";
import { createRowsInView, type GridContent, type RowsInView } from "./rowsInView.ts";

interface GridRowsProps extends Omit<GridContent, "sentences"> {
  scroller: RefObject<HTMLDivElement | null>;
  gridId: string;
}

/** The rows of the grid, of which those in view are drawn. Nothing here renders while it scrolls. */
export const GridRows = memo(function GridRows({ scroller, gridId, ...content }: GridRowsProps) {
  const translate = useTranslate();
  const body = useRef<HTMLDivElement>(null);
  const rows = useRef<RowsInView>(null);
  const { store } = content;
  const sentences = useMemo(
    () => ({
      newRow: translate("resources.entries.grid.newRow"),
      chooseRow: (row: number) => translate("resources.entries.grid.chooseRow", { row }),
      warnings: (warnings: readonly EntryWarning[]) => warningKinds({ warnings, translate }),
    }),
    [translate],
  );

  useLayoutEffect(() => {
    if (!body.current) return;
    const created = createRowsInView({
      body: body.current,
      getScroller: () => scroller.current,
      gridId,
    });
    rows.current = created;
    return created.remove;
  }, [scroller, gridId]);

  useLayoutEffect(() => rows.current?.show({ ...content, sentences }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: as often as rows are created
  useEffect(() => rows.current?.follow(), [scroller, gridId]);
  useEffect(() => store.subscribe(() => rows.current?.drawAll()), [store]);

  return (
    <div
      ref={body}
      role="rowgroup"
      className={styles.rows}
      style={{ height: content.count * ROW_PX }}
    />
  );
});
